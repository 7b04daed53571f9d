import { element, pretty } from "./dom.js";
import { reasonsInWords } from "./policy-words.js";

/**
 * The card of one request to a person. `answer(value)` sends the answer; what goes wrong is told in the card.
 *
 * @param {{ kind: string, data: any }} request
 * @param {(value: unknown) => Promise<void>} answer
 */
export function requestCard(request, answer) {
  const trouble = element("p", { class: "trouble", role: "alert", hidden: true });
  const controls = [];
  const send = async (value) => {
    for (const control of controls) control.disabled = true;
    trouble.hidden = true;
    try {
      await answer(value);
    } catch (error) {
      trouble.textContent = error.message;
      trouble.hidden = false;
      for (const control of controls) control.disabled = false;
    }
  };
  const button = (label, value, kind) => {
    const control = element("button", { type: "button", class: kind, text: label, onclick: () => void send(value()) });
    controls.push(control);
    return control;
  };
  const make = { approval: approvalCard, clarification: clarificationCard, tool_call: toolCallCard }[request.kind];
  const parts = make === undefined ? [] : make(request.data, button, controls);
  return element("article", { class: "card", tabindex: "-1" }, ...parts, trouble);
}

function approvalCard({ call, reason, expires_at }, button) {
  return [
    element(
      "h3",
      {},
      "Approve this call of ",
      element("code", { text: call.capability_id }),
      element("span", { class: "chip", "data-tone": tone(call.safety_class), text: call.safety_class }),
    ),
    element("p", { class: "reason", text: reasonsInWords(reason), title: reason }),
    call.target === undefined ? null : element("p", {}, "Goes to ", element("code", { text: call.target })),
    element("pre", { class: "data", tabindex: "0", "aria-label": "Exact arguments", text: pretty(call.arguments) }),
    expires_at === undefined
      ? null
      : element("p", { class: "hint", text: `Open until ${new Date(expires_at).toLocaleTimeString()}.` }),
    element(
      "div",
      { class: "row" },
      button("Approve", () => true, "primary"),
      button("Deny", () => false, "danger"),
    ),
  ];
}

function clarificationCard({ question, options, context, request_id }, button, controls) {
  const id = `answer-${request_id}`;
  const field = element("input", { id, type: "text", autocomplete: "off" });
  controls.push(field);
  const submit = button("Answer", () => ({ action: "answer", answer: field.value }), "primary");
  field.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && field.value.trim() !== "") submit.click();
  });
  return [
    element("h3", { text: question }),
    context === "" ? null : element("p", { class: "reason", text: context }),
    options.length === 0
      ? null
      : element(
          "div",
          { class: "row", role: "group", "aria-label": "Proposed answers" },
          ...options.map((option) => button(option, () => ({ action: "answer", answer: option }), "")),
        ),
    element("label", { for: id, text: "Your answer" }),
    field,
    element(
      "div",
      { class: "row" },
      submit,
      button("Skip", () => ({ action: "skip" }), "quiet"),
    ),
  ];
}

function toolCallCard({ id, capability_id, arguments: args }, button, controls) {
  const name = `result-${id}`;
  const field = element("textarea", { id: name, rows: 3 });
  controls.push(field);
  return [
    element("h3", {}, "Run ", element("code", { text: capability_id }), " and give its result"),
    element("pre", { class: "data", tabindex: "0", "aria-label": "Exact arguments", text: pretty(args) }),
    element("label", { for: name, text: "Result, as JSON or text" }),
    field,
    element(
      "div",
      { class: "row" },
      button("Send result", () => jsonOrText(field.value), "primary"),
    ),
  ];
}

function jsonOrText(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function tone(safetyClass) {
  return safetyClass === "read-only" ? "good" : safetyClass === "destructive" ? "bad" : "warn";
}
