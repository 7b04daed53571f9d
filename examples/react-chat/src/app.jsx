import { useChat } from "@ai-sdk/react";
import { lastAssistantMessageIsCompleteWithApprovalResponses } from "ai";
import { useEffect, useRef, useState } from "react";
import { Composer } from "./composer.jsx";
import { Message } from "./message.jsx";
import { RunPanel } from "./run-panel.jsx";
import { keepChat, restoreChat } from "./stored-chat.js";

const EXAMPLES = [
  "Who approves a trip abroad?",
  "Compare Larkspur Gate and Quillon Desk: which of them meets all four requirements?",
  "Delete the file meetings/draft.md",
];

/** A conversation on the left, the operations of its last run on the right. */
export function App() {
  const [stored] = useState(restoreChat);
  // #region chat
  const chat = useChat({
    id: stored.id,
    messages: stored.messages,
    // Takes up a run that was under way, or waits for an approval, when the page was left.
    resume: stored.messages.length > 0,
    // An answer to an approval goes to the server at once.
    sendAutomaticallyWhen: lastAssistantMessageIsCompleteWithApprovalResponses,
  });
  // #endregion chat
  const { messages, status, error, sendMessage, addToolApprovalResponse } = chat;
  const isBusy = status === "submitted" || status === "streaming";
  const end = useRef(null);

  useEffect(() => {
    keepChat(stored.id, messages);
  }, [stored.id, messages]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the end is followed whenever something was added
  useEffect(() => {
    end.current?.scrollIntoView({ block: "end" });
  }, [messages, status]);

  const answer = messages.findLast(({ role }) => role === "assistant");
  const stop = () => fetch(`/runs/${answer?.metadata?.run_id}/cancel`, { method: "POST" });
  const restart = () => {
    sessionStorage.clear();
    location.reload();
  };

  return (
    <div className="app">
      <header className="bar">
        <h1>Pelorus</h1>
        <span className="status" data-status={status} role="status">
          {isBusy ? "thinking" : status}
        </span>
        <button type="button" className="quiet" onClick={restart}>
          New conversation
        </button>
      </header>
      <main className="conversation">
        <ol className="messages" aria-live="polite">
          {messages.length === 0 && (
            <li className="welcome">
              <h2>Ask the documents of a lighthouse museum</h2>
              <p>Every operation of a run is shown as it happens. Tools that destroy something ask you first.</p>
              <div className="examples">
                {EXAMPLES.map((text) => (
                  <button type="button" key={text} onClick={() => sendMessage({ text })}>
                    {text}
                  </button>
                ))}
              </div>
            </li>
          )}
          {messages.map((message) => (
            <Message
              key={message.id}
              message={message}
              isLast={message === messages.at(-1)}
              isBusy={isBusy}
              onDecide={(id, approved) => addToolApprovalResponse({ id, approved })}
            />
          ))}
          {error !== undefined && (
            <li className="problem" role="alert">
              {problemOf(error)}
            </li>
          )}
          <li ref={end} aria-hidden="true" />
        </ol>
        <Composer isBusy={isBusy} onSend={(text) => sendMessage({ text })} onStop={stop} />
      </main>
      <RunPanel message={answer} isBusy={isBusy} />
    </div>
  );
}

/** Refused requests carry a problem document. */
function problemOf(error) {
  try {
    const { detail, remedy } = JSON.parse(error.message);
    return `${detail} ${remedy}`;
  } catch {
    return error.message;
  }
}
