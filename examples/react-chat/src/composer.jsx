import { useState } from "react";

export function Composer({ isBusy, onSend, onStop }) {
  const [text, setText] = useState("");
  const send = (event) => {
    event.preventDefault();
    if (isBusy || text.trim() === "") return;
    onSend(text);
    setText("");
  };
  return (
    <form className="composer" onSubmit={send}>
      <label className="hidden" htmlFor="request">
        Your message
      </label>
      <input
        id="request"
        autoComplete="off"
        placeholder="Ask something"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {isBusy ? (
        <button type="button" className="stop" onClick={onStop}>
          Stop
        </button>
      ) : (
        <button type="submit" disabled={text.trim() === ""}>
          Send
        </button>
      )}
    </form>
  );
}
