import { isToolUIPart } from "ai";
import { ToolCard } from "./tool-card.jsx";

/** One message; of an answer the draft is shown until the verified text is there. */
export function Message({ message, isLast, isBusy, onDecide }) {
  const { role, parts } = message;
  const hasText = parts.some((part) => part.type === "text" && part.text !== "");
  const sources = parts.filter(({ type }) => type === "source-document" || type === "source-url");
  const isWaiting = isLast && isBusy && role === "assistant" && !hasText;
  return (
    <li className={`message ${role}`}>
      <span className="who">{role === "user" ? "You" : "Pelorus"}</span>
      {parts.map((part, index) => {
        const key = `${part.type}-${index}`;
        if (isToolUIPart(part)) return <ToolCard key={part.toolCallId} part={part} onDecide={onDecide} />;
        if (part.type === "text") return <Text key={key} part={part} />;
        if (part.type === "reasoning") return <Reasoning key={key} part={part} hasText={hasText} />;
        return null;
      })}
      {isWaiting && <span className="dots" aria-hidden="true" />}
      {sources.length > 0 && (
        <ul className="sources" aria-label="Sources">
          {sources.map((source) => (
            <li key={source.sourceId}>{source.title ?? source.url}</li>
          ))}
        </ul>
      )}
    </li>
  );
}

function Text({ part }) {
  const isIncomplete = part.providerMetadata?.pelorus?.complete === false;
  return (
    <div className={isIncomplete ? "text incomplete" : "text"}>
      {part.text.split("\n\n").map((paragraph, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs only grow at the end
        <p key={index}>{withoutCitations(paragraph)}</p>
      ))}
    </div>
  );
}

/** Citations stand below the text as sources. */
function withoutCitations(text) {
  return text.replaceAll(/ ?\[(?:call:)?[^[\]\n:]{1,400}(?::\d+(?:-\d+)?|\/s\d+)\]/g, "");
}

function Reasoning({ part, hasText }) {
  const isDraft = part.providerMetadata?.pelorus?.draft === true;
  if (isDraft && hasText) return null;
  return (
    <details className={isDraft ? "draft" : "reasoning"} open={isDraft}>
      <summary>{isDraft ? "Draft, not verified yet" : "Reasoning"}</summary>
      <p>{part.text}</p>
    </details>
  );
}
