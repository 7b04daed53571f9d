/** Files that are served as they are, without asking who wants them: they hold no data. */
export interface PageFiles {
  /** Policy of the page: what it may load and where it may connect to. */
  readonly contentSecurityPolicy: string;
  /** The file of a path such as `/` or `/assets/page.js`, or null. */
  read(path: string): Promise<{ readonly body: Uint8Array<ArrayBuffer>; readonly contentType: string } | null>;
}
