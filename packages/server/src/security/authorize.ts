/** Who a request comes from. */
export interface Caller {
  /** Owns the runs it starts, and is counted by. Not told to anybody. */
  readonly owner: string;
}

/** Says who a request comes from, or null for nobody. What it throws refuses the request as a fault. */
export type Authorize = (request: Request) => Caller | null | Promise<Caller | null>;

/** Everybody who can reach the server is one and the same: for servers that only this machine can reach. */
export const LOCAL_CALLER: Caller = { owner: "local" };
