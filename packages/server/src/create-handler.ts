import { type Context, Hono } from "hono";
import { cors } from "hono/cors";
import { checkServerOptions } from "./check-server-options.js";
import { clientTools } from "./conversation/client-tools.js";
import { makeContext } from "./make-context.js";
import { openApiDocument } from "./openapi/openapi-document.js";
import { problemResponse } from "./problem/problem-response.js";
import { ServerError } from "./problem/server-error.js";
import type { Route } from "./routes/route.js";
import { ROUTES } from "./routes/route-table.js";
import { memoryRunStore, type RecoverySource, type RunRecords, RunRegistry } from "./runs/index.js";
import { LOCAL_CALLER } from "./security/authorize.js";
import { guardHost, LOOPBACK_HOSTS } from "./security/guard-host.js";
import { guardOrigin } from "./security/guard-origin.js";
import { SECURITY_HEADERS } from "./security/security-headers.js";
import type { ServerEnv } from "./server-context.js";
import { DEFAULT_LIMITS } from "./server-limits.js";
import type { ServerOptions } from "./server-options.js";
import { cursorSource } from "./sse/index.js";
import { resumeOptions } from "./start-options.js";

/** A server without a socket: hand it requests of any runtime that has `Request` and `Response`. */
export interface Handler {
  /** Answers a request; never rejects. */
  fetch(request: Request): Promise<Response>;
  readonly registry: RunRegistry;
  /** Starts nothing more, cancels open runs unless told otherwise (see `RunRegistry.close`), and ends all streams. */
  close(options?: { readonly cancel?: boolean }): Promise<void>;
}

/**
 * Makes a server's handler. Throws the core's `InvalidOptionsError` for options that are unknown or of the wrong type, those
 * of its runs included where `run` is no function.
 */
export function createHandler(options: ServerOptions): Handler {
  checkServerOptions(options);
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const registry = new RunRegistry({
    store: options.store ?? memoryRunStore({ eventsPerRun: limits.eventsPerRun }),
    openRunsPerOwner: limits.openRunsPerOwner,
    finishedRunsPerOwner: limits.finishedRunsPerOwner,
    finishedRunMs: limits.finishedRunMs,
    ...(options.records === undefined ? {} : { recovery: recoverySource(options, options.records) }),
    ...(options.onFault === undefined ? {} : { onFault: options.onFault }),
  });
  const context = makeContext(options, limits, registry, cursorSource(options.cursorKey));
  const app = new Hono<ServerEnv>();
  app.onError((error) => problemResponse(error, options.onFault));
  app.use(withSecurityHeaders);
  app.use(guards(options));
  app.use(
    cors({
      origin: (origin) => (options.allowedOrigins?.includes(origin) === true ? origin : null),
      allowMethods: ["GET", "POST"],
      exposeHeaders: ["*", "Location", "Retry-After"],
      maxAge: 600,
    }),
  );
  mountOpen(app, options);
  app.use(authorise(options));
  const mount = (path: string, route: Route) =>
    app.on(route.method.toUpperCase(), honoPath(path), (c) => route.handle(c, context));
  for (const route of ROUTES) if (route.open !== true) mount(route.path, route);
  for (const endpoint of options.endpoints ?? []) {
    for (const route of endpoint.routes()) mount(`${endpoint.path}${route.path}`, route);
  }
  app.notFound((c) => problemResponse(unknownRoute(app, c.req.path)));
  return {
    fetch: async (request) => app.fetch(request),
    registry,
    close: (how) => registry.close(how),
  };
}

function recoverySource(options: ServerOptions, records: RunRecords): RecoverySource {
  return {
    records,
    options: async ({ turn, ...run }) => {
      const resumed = await resumeOptions(options, run);
      // Tools that the client brought are no part of the server's options.
      return turn?.tools === undefined
        ? resumed
        : { ...resumed, tools: [...(resumed.tools ?? []), ...clientTools(turn.tools)] };
    },
    // Where callers are told apart, what no server began belongs to none of them.
    programOwner: options.authorize === undefined ? LOCAL_CALLER.owner : null,
  };
}

async function withSecurityHeaders(c: Context<ServerEnv>, next: () => Promise<void>): Promise<void> {
  await next();
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) {
    if (!c.res.headers.has(name)) c.res.headers.set(name, value);
  }
}

function guards({ allowedHosts, allowedOrigins = [], authorize }: ServerOptions) {
  const hosts = allowedHosts ?? (authorize === undefined ? LOOPBACK_HOSTS : null);
  return async (c: Context<ServerEnv>, next: () => Promise<void>): Promise<void> => {
    if (hosts !== null) guardHost(c.req.raw, hosts);
    guardOrigin(c.req.raw, allowedOrigins);
    await next();
  };
}

/** What is answered without asking who wants it: it says nothing of any run. */
function mountOpen(app: Hono<ServerEnv>, { page, endpoints }: ServerOptions): void {
  let document: Record<string, unknown> | undefined;
  app.get("/health", (c) => c.json({ status: "ok" }));
  app.get("/openapi.json", (c) => {
    document ??= openApiDocument(endpoints);
    return c.json(document);
  });
  if (page === undefined) return;
  const serveFile = async (c: Context<ServerEnv>) => {
    const file = await page.read(c.req.path);
    if (file === null) return problemResponse(new ServerError("route_unknown", "There is no such file."));
    return c.body(file.body, 200, {
      "Content-Type": file.contentType,
      "Content-Security-Policy": page.contentSecurityPolicy,
      "Cache-Control": "no-cache",
    });
  };
  app.get("/", serveFile);
  app.get("/assets/*", serveFile);
}

function authorise({ authorize }: ServerOptions) {
  return async (c: Context<ServerEnv>, next: () => Promise<void>): Promise<void> => {
    const caller = authorize === undefined ? LOCAL_CALLER : await authorize(c.req.raw);
    if (caller === null) {
      throw new ServerError("unauthorised", "The request carries no valid token.", {
        headers: { "WWW-Authenticate": 'Bearer realm="pelorus"' },
      });
    }
    c.set("owner", caller.owner);
    await next();
  };
}

/** What a path that was not answered is told: the methods it has, those of endpoints and the page included, or none. */
function unknownRoute(app: Hono<ServerEnv>, path: string): ServerError {
  const routes = app.routes.filter(({ path: pattern }) => patternOf(pattern).test(path));
  const methods = [...new Set(routes.map(({ method }) => method))].filter((method) => method !== "ALL");
  if (methods.length === 0) return new ServerError("route_unknown", "There is no such route.");
  return new ServerError("method_not_allowed", `The route takes ${methods.join(" and ")}.`, {
    headers: { Allow: methods.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method])).join(", ") },
  });
}

/** What a route of hono matches: `:name` stands for one segment, `*` for the rest. */
function patternOf(path: string): RegExp {
  const segments = path.split("/").map((segment) => {
    if (segment === "*") return ".*";
    return segment.startsWith(":") ? "[^/]+" : segment.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  });
  return new RegExp(`^${segments.join("/")}$`);
}

const honoPath = (path: string) => path.replace(/\{([a-z_]+)\}/g, ":$1");
