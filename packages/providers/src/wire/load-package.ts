import { ProviderError } from "../provider-error.js";

/**
 * Loads a vendor's package when it is first needed. A missing one is a `ProviderError` `package_missing` of one sentence
 * with the command that installs it (POS-API-06); `spec` is what to install, such as `openai@6`.
 */
export async function loadPackage<T>(spec: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    const code = (error as { code?: unknown } | null)?.code;
    if (code !== "ERR_MODULE_NOT_FOUND" && code !== "MODULE_NOT_FOUND") throw error;
    const name = spec.replace(/(?<=.)@.*$/, "");
    throw new ProviderError("package_missing", `The package ${name} is not installed; run: npm install ${spec}`, {
      cause: error,
    });
  }
}
