/** Reasons with a value behind a colon, in words. */
const WITH_VALUE = {
  requires_oversight: (value) => `calls of the class “${value}” need a person's approval`,
  "safety-class-blocked": (value) => `tools of the class “${value}” are blocked`,
  "blocked-parameter": (value) => `the argument “${value}” may not be passed`,
  "out-of-scope": (value) =>
    value === "unknown" ? "where it goes cannot be told" : `“${value}” is outside of what this run may reach`,
  "egress-taint": (value) =>
    value === "unknown"
      ? "where its data would go cannot be told"
      : `labelled data would go to “${value}”, which is no approved place`,
  "data-residency-conflict": (value) => {
    const [there, here] = value.split("!=");
    return `it keeps data in “${there}”, and the run's data stays in “${here}”`;
  },
};

const PLAIN = {
  blocklist: "the tool is on the blocklist",
  "not-in-allowlist": "the tool is not on the allowlist",
  "policy-domain-mismatch": "the tool is for other policy domains",
  "irreversible-action": "it cannot be undone",
  no_allow_rule: "no rule allows it",
  policy_error: "a policy could not be evaluated, which counts as no",
  "denied-before": "it was denied before",
  "denied-by-person": "a person said no",
  denied: "a policy said no",
};

/** Why something was decided, as a part of a sentence. What is no known reason stays as its policy has it. */
export function reasonInWords(reason) {
  const [, name, value] = /^([a-z_-]+):(.+)$/s.exec(reason) ?? [];
  if (name !== undefined && Object.hasOwn(WITH_VALUE, name)) return WITH_VALUE[name](value);
  return Object.hasOwn(PLAIN, reason) ? PLAIN[reason] : reason;
}

const ended = (text) => (/[.!?…]$/.test(text) ? text : `${text}.`);

/** The reasons for asking a person, as a request has them, as a sentence. */
export function reasonsInWords(reasons) {
  const words = reasons.split("; ").map(reasonInWords).join("; ");
  return ended(words.charAt(0).toUpperCase() + words.slice(1));
}

/** Why a tool was not called, as a sentence. */
export function refusalInWords(capabilityId, reason) {
  return ended(`${capabilityId} was not called: ${reasonInWords(reason)}`);
}

/**
 * A decision of a policy as a sentence. A decision about a call names it by its id; which tool it calls is told later.
 *
 * @param {{ point: string, verdict: string, subject: string, reasons: string[] }} decision
 * @param {string | undefined} capabilityId the tool that is called, once it is known
 */
export function decisionInWords({ point, verdict, subject, reasons }, capabilityId) {
  const why = reasons.length === 0 ? "" : `: ${reasons.map(reasonInWords).join("; ")}`;
  const call = capabilityId === undefined ? "the next call" : `the call of ${capabilityId}`;
  const about = point === "frame" ? "the operation" : call;
  const said = {
    deny: `A policy refuses ${about}`,
    require_approval: `A person has to approve ${about}`,
    withhold: `A policy holds ${subject} back`,
    halt:
      point === "arguments" || point === "selection"
        ? `A policy stops the run before ${call}`
        : "A policy stops the run",
  }[verdict];
  return ended(`${said ?? `A policy says ${verdict}`}${why}`);
}

/** The same decision as it is in the record, for who wants to look it up. */
export function decisionInDetail({ verdict, subject, reasons, rule }) {
  const of = rule === undefined ? "" : ` by ${rule}`;
  return `${verdict} ${subject}${of}${reasons.length === 0 ? "" : ` (${reasons.join(", ")})`}`;
}
