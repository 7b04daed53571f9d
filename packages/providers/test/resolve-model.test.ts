import { PROVIDER_ERRORS, ProviderError, resolveModel } from "@pelorus/providers";
import { expect, it } from "vitest";

it("resolves the embedded model without a key, whatever case and blanks surround its name", async () => {
  for (const text of ["offline", " Offline "]) {
    const model = await resolveModel(text, { env: {} });
    expect([model.provider, model.modelId]).toEqual(["offline", "extractive-1"]);
  }
});

it("refuses an unknown model with a code and says what is accepted", async () => {
  for (const text of ["", "gpt", "offline:x", "openai"]) {
    const error = await resolveModel(text, { env: {} }).catch((cause: unknown) => cause);
    expect(ProviderError.isInstance(error), text).toBe(true);
    expect(error).toMatchObject({
      code: "model_unknown",
      name: PROVIDER_ERRORS.model_unknown.class,
      isRetryable: false,
    });
    expect((error as Error).message).toContain('"offline"');
  }
});

it("tells its own errors from others", () => {
  expect(ProviderError.isInstance(new Error("x"))).toBe(false);
  expect(ProviderError.isInstance(null)).toBe(false);
});
