import type { FoundServer, ModelProbe } from "@pelorus/providers";

/** What was found: keys by name only, servers and, where one was asked, models. */
export interface DoctorReport {
  readonly keys: readonly { readonly name: string; readonly isSet: boolean; readonly serves: string }[];
  readonly servers: readonly FoundServer[];
  readonly models: readonly ModelProbe[];
}
