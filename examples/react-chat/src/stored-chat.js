/** The conversation of this tab; a server of your own would keep it. */
export function restoreChat() {
  try {
    const stored = JSON.parse(sessionStorage.getItem("chat") ?? "null");
    if (stored !== null) return stored;
  } catch {
    // A conversation that cannot be read is begun anew.
  }
  return { id: crypto.randomUUID(), messages: [] };
}

export function keepChat(id, messages) {
  if (messages.length > 0) sessionStorage.setItem("chat", JSON.stringify({ id, messages }));
}
