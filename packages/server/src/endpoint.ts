import type { DocumentSchema, Route } from "./routes/route.js";

/** A protocol over the same runs. Its routes stand behind the server's checks of host, origin and caller. */
export interface Endpoint {
  /** Where it is mounted, such as `/ag-ui`. */
  readonly path: string;
  /** JSON Schemas of the documents its routes name; those of the server's own routes can be named as well. */
  readonly documents?: Readonly<Record<string, DocumentSchema>>;
  /** Its routes, for one server: what they remember between requests is made with them. */
  routes(): readonly Route[];
}
