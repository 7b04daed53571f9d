/**
 * Makes an element. Text is only ever set as text: nothing a model, a tool or a person wrote is read as markup.
 *
 * @param {string} name
 * @param {Record<string, unknown>} [attributes] `text`, `on<event>`, booleans, or attributes as they are called in HTML
 * @param {(Node | string | null)[]} children
 */
export function element(name, attributes = {}, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (key === "text") node.textContent = String(value);
    else if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else node.setAttribute(key, value === true ? "" : String(value));
  }
  node.append(...children.filter((child) => child !== null));
  return node;
}

/** @param {string} id */
export const byId = (id) => document.getElementById(id);

/** Says something to people who do not see the page change. */
export function announce(text) {
  byId("announcer").textContent = text;
}

/** A number as people of the browser's language write it. */
export const number = (value) => new Intl.NumberFormat().format(value);

/** JSON as it is read best. */
export const pretty = (value) => (typeof value === "string" ? value : (JSON.stringify(value, null, 2) ?? "null"));
