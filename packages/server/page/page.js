import { createClient } from "@pelorus/server/client";
import { byId, element } from "./dom.js";
import { RunView, TONES } from "./run-view.js";

const TOKEN_KEY = "pelorus.token";
const THEME_KEY = "pelorus.theme";
/** Events after which the list of runs reads differently. */
const LISTED = new Set(["run_waiting", "run_resumed", "run_finished"]);
const THEMES = ["system", "light", "dark"];

takeTokenFromAddress();
setUpTheme();

const client = createClient({ baseUrl: location.origin, token: () => sessionStorage.getItem(TOKEN_KEY) });
/** On a screen with one column the list of runs is folded up while one is open. */
const narrow = matchMedia("(max-width: 50rem)");
let reading = null;
let attempt = null;

byId("start").addEventListener("submit", (event) => {
  event.preventDefault();
  void startRun();
});
byId("request").addEventListener("keydown", (event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) byId("start").requestSubmit();
});
byId("token-form").addEventListener("submit", () => {
  sessionStorage.setItem(TOKEN_KEY, byId("token").value.trim());
  byId("token").value = "";
  void openFromAddress();
});
narrow.addEventListener("change", foldPanel);
addEventListener("popstate", () => void openFromAddress());
void openFromAddress();

async function startRun() {
  const field = byId("request");
  const request = field.value.trim();
  if (request === "") return;
  const button = byId("start").querySelector("button");
  button.disabled = true;
  // A start whose answer was lost is sent again with the same key, so that there is one run of it.
  if (attempt?.request !== request) attempt = { request, idempotencyKey: randomKey() };
  try {
    const run = await client.start(request, { idempotencyKey: attempt.idempotencyKey });
    attempt = null;
    field.value = "";
    history.pushState(null, "", `?run=${encodeURIComponent(run.runId)}`);
    await openFromAddress();
    byId("run").focus();
  } catch (error) {
    tellProblem(error);
  } finally {
    button.disabled = false;
  }
}

/** The address holds the run, so that a reload or a link leads back to it. */
async function openFromAddress() {
  reading?.abort();
  const runId = new URLSearchParams(location.search).get("run");
  byId("problem").hidden = true;
  byId("welcome").hidden = runId !== null;
  byId("view").replaceChildren();
  foldPanel();
  connection("idle", "no run open");
  document.title = "Pelorus";
  if (runId !== null) void follow(runId);
  await listRuns();
}

function foldPanel() {
  byId("panel").open = !(narrow.matches && new URLSearchParams(location.search).has("run"));
}

function randomKey() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function follow(runId) {
  const stop = new AbortController();
  reading = stop;
  const run = client.run(runId);
  const view = new RunView(run);
  try {
    const status = await run.status();
    byId("view").replaceChildren(view.node);
    let isCaughtUp = false;
    let wasLost = false;
    connection("open", "live");
    const events = run.events({
      signal: stop.signal,
      onConnection: (state) => {
        if (stop.signal.aborted) return;
        if (state === "open") connection("open", "live");
        else connection("lost", "connection lost, trying again");
        if (state === "open" && wasLost) void lookAgain(run, stop.signal);
        wasLost = state === "lost";
      },
    });
    for await (const event of events) {
      if (stop.signal.aborted) return;
      view.take(event);
      // A gap stands for all events up to its own.
      if (!isCaughtUp && event.seq >= status.last_seq) {
        isCaughtUp = true;
        view.caughtUp(status);
      }
      if (LISTED.has(event.kind)) void listRuns();
    }
    if (!stop.signal.aborted) connection("done", "run over");
  } catch (error) {
    if (stop.signal.aborted) return;
    // The server was started again and knows less of the run than was drawn: what it knows is drawn anew.
    if (error.code === "cursor_ahead" || error.code === "cursor_foreign") void openFromAddress();
    else tellProblem(error);
  }
}

/** A server that was started again drives the run no more before somebody resumes it: no event says so. */
async function lookAgain(run, signal) {
  const status = await run.status().catch(() => null);
  if (status?.status === "interrupted" && !signal.aborted) void openFromAddress();
}

async function listRuns() {
  try {
    const { runs } = await client.list({ limit: 12 });
    const open = new URLSearchParams(location.search).get("run");
    byId("runs").replaceChildren(...runs.map((run) => runLink(run, run.run_id === open)));
    byId("runs-empty").hidden = runs.length > 0;
  } catch (error) {
    tellProblem(error);
  }
}

function runLink(run, isOpen) {
  const link = element(
    "a",
    { href: `?run=${encodeURIComponent(run.run_id)}`, "aria-current": isOpen ? "page" : null },
    element("span", { class: "run-request", text: run.request }),
    element(
      "span",
      { class: "run-meta" },
      element("span", { class: "chip", "data-tone": TONES[run.status], text: run.status }),
      element("time", { datetime: run.created_at, text: new Date(run.created_at).toLocaleTimeString() }),
    ),
  );
  link.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    history.pushState(null, "", link.href);
    void openFromAddress();
  });
  return element("li", {}, link);
}

function connection(state, text) {
  byId("connection").dataset.state = state;
  byId("connection-text").textContent = text;
}

function tellProblem(error) {
  if (error.code === "unauthorised") {
    if (!byId("token-dialog").open) byId("token-dialog").showModal();
    return;
  }
  byId("problem").textContent = error.message;
  byId("problem").hidden = false;
  connection("lost", "not connected");
}

/** A token after # comes with the printed address. It is kept for this tab and taken out of the address. */
function takeTokenFromAddress() {
  const [, token] = /^#token=(.+)$/.exec(location.hash) ?? [];
  if (token === undefined) return;
  sessionStorage.setItem(TOKEN_KEY, decodeURIComponent(token));
  history.replaceState(null, "", location.pathname + location.search);
}

function setUpTheme() {
  const button = byId("theme");
  const show = (theme) => {
    if (theme === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    button.textContent = `Theme: ${theme}`;
  };
  let theme = localStorage.getItem(THEME_KEY) ?? "system";
  show(THEMES.includes(theme) ? theme : "system");
  button.addEventListener("click", () => {
    theme = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length];
    localStorage.setItem(THEME_KEY, theme);
    show(theme);
  });
}
