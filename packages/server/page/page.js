import { createClient } from "@pelorus/server/client";
import { byId, element } from "./dom.js";
import { RunView } from "./run-view.js";

const TOKEN_KEY = "pelorus.token";
const THEME_KEY = "pelorus.theme";
/** Events after which the list of runs reads differently. */
const LISTED = new Set(["run_waiting", "run_resumed", "run_finished"]);
const THEMES = ["system", "light", "dark"];

takeTokenFromAddress();
setUpTheme();

const client = createClient({ baseUrl: location.origin, token: () => sessionStorage.getItem(TOKEN_KEY) });
let reading = null;

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
addEventListener("popstate", () => void openFromAddress());
void openFromAddress();

async function startRun() {
  const field = byId("request");
  const request = field.value.trim();
  if (request === "") return;
  const button = byId("start").querySelector("button");
  button.disabled = true;
  try {
    const run = await client.start(request);
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
  connection("idle", "no run open");
  document.title = "Pelorus";
  if (runId !== null) void follow(runId);
  await listRuns();
}

async function follow(runId) {
  const stop = new AbortController();
  reading = stop;
  const run = client.run(runId);
  const view = new RunView(run);
  try {
    const { last_seq } = await run.status();
    byId("view").replaceChildren(view.node);
    connection("open", "live");
    const events = run.events({
      signal: stop.signal,
      onConnection: (state) => {
        if (stop.signal.aborted) return;
        if (state === "open") connection("open", "live");
        else connection("lost", "connection lost, trying again");
      },
    });
    for await (const event of events) {
      if (stop.signal.aborted) return;
      if (event.seq > last_seq) view.goLive();
      view.take(event);
      if (event.seq === last_seq) view.caughtUp();
      if (LISTED.has(event.kind)) void listRuns();
    }
    if (!stop.signal.aborted) connection("done", "run over");
  } catch (error) {
    if (!stop.signal.aborted) tellProblem(error);
  }
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
  const tone = { complete: "good", partial: "warn", halted: "bad", waiting: "warn", running: "info" }[run.status];
  const link = element(
    "a",
    { href: `?run=${encodeURIComponent(run.run_id)}`, "aria-current": isOpen ? "page" : null },
    element("span", { class: "run-request", text: run.request }),
    element(
      "span",
      { class: "run-meta" },
      element("span", { class: "chip", "data-tone": tone, text: run.status }),
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
