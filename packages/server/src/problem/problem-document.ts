import { lazySchema } from "@pelorus/core/schemas";
import { z } from "zod";

export const problemSchema = lazySchema(() =>
  z.object({
    /** `urn:pelorus:error:<code>` */
    type: z.string(),
    /** What the code means. */
    title: z.string(),
    status: z.int(),
    /** What happened here. */
    detail: z.string(),
    /** A code of `specs/errors.json`. */
    code: z.string(),
    /** What to do. */
    remedy: z.string(),
    /** Wrong members of the body or query. */
    errors: z.array(z.object({ pointer: z.string(), detail: z.string() })).optional(),
  }),
);
/** How every failure is told (RFC 9457, `application/problem+json`). */
export type ProblemDocument = z.infer<ReturnType<typeof problemSchema>>;
