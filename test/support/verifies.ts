/**
 * Names the requirement ids a test proves. Returns them as a bracketed prefix for the test's title, so that a failing
 * test says which requirement broke: ``it(`${verifies("POS-CLS-03")}cues never match inside a word`, …)``.
 * The coverage test reads these calls from the test sources; every id in `specs/` must be cited by one.
 */
export function verifies(...ids: [string, ...string[]]): string {
  for (const id of ids) {
    if (!/^[A-Z]+(?:-[A-Z0-9]+)+$/.test(id)) throw new TypeError(`not a requirement id: ${id}`);
  }
  return `[${ids.join(" ")}] `;
}
