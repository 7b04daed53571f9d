import { element, number } from "./dom.js";

/** How much of the model's window a prompt took, and what the run has used so far. */
export class BudgetView {
  #input = element("span", { class: "part input" });
  #reserve = element("span", { class: "part reserve" });
  #bar = element(
    "div",
    { class: "bar", role: "meter", "aria-label": "Context window", "aria-valuemin": 0, "aria-valuenow": 0 },
    this.#input,
    this.#reserve,
  );
  #text = element("p", { class: "budget-text", text: "No model call yet." });
  #total = element("p", { class: "hint" });
  #window = 0;
  #used = { calls: 0, input: 0, output: 0, cost: "" };

  constructor() {
    this.node = element(
      "section",
      { class: "budget", "aria-labelledby": "budget-title" },
      element("h2", { id: "budget-title", text: "Budget" }),
      this.#bar,
      this.#text,
      this.#total,
    );
  }

  window(tokens) {
    this.#window = tokens;
    this.#bar.setAttribute("aria-valuemax", String(tokens));
  }

  call({ input_tokens, max_output_tokens, purpose, exact }) {
    const share = (tokens) => `${Math.min(100, (tokens / Math.max(1, this.#window)) * 100)}%`;
    this.#input.style.width = share(input_tokens);
    this.#reserve.style.width = share(max_output_tokens);
    const taken = input_tokens + max_output_tokens;
    const about = exact ? "" : "at most ";
    const text = `${purpose}: ${about}${number(input_tokens)} in, ${number(max_output_tokens)} reserved, of ${number(this.#window)} tokens`;
    this.#bar.setAttribute("aria-valuenow", String(taken));
    this.#bar.setAttribute("aria-valuetext", text);
    this.#text.textContent = text;
    this.#used.calls++;
    this.#tell();
  }

  spend({ input_tokens, output_tokens, total, currency }) {
    this.#used.input += input_tokens;
    this.#used.output += output_tokens;
    if (total !== undefined && currency !== undefined) this.#used.cost = ` · ${total.toFixed(4)} ${currency}`;
    this.#tell();
  }

  usage({ input_tokens, output_tokens }) {
    this.#used.input = input_tokens;
    this.#used.output = output_tokens;
    this.#tell();
  }

  trimmed({ section, tokens_before, tokens_after }) {
    this.#total.dataset.trim = "";
    this.#text.textContent += ` · ${section} cut from ${number(tokens_before)} to ${number(tokens_after)}`;
  }

  #tell() {
    const { calls, input, output, cost } = this.#used;
    this.#total.textContent = `${calls} model ${calls === 1 ? "call" : "calls"} · ${number(input)} tokens in · ${number(output)} out${cost}`;
  }
}
