import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { capabilityDescriptorSchema } from "../../src/contract/capability.js";
import { PelorusError } from "../../src/contract/error.js";
import { decodeText } from "../../src/documents/decode-text.js";
import { documentPath } from "../../src/documents/document-path.js";
import { type DOCUMENT_ERRORS, DocumentError, documentTools } from "../../src/documents/index.js";
import { systemFault } from "../../src/documents/system-fault.js";
import { callTool, fixtureFolder, toolsOver } from "./call-tool.js";
import { temporaryFolder } from "./temporary-folder.js";

const definitions = documentTools(fixtureFolder);

describe("documentTools", () => {
  it("makes three read-only capabilities that a fabric accepts", () => {
    expect(definitions.map(({ descriptor }) => descriptor.capabilityId)).toEqual([
      "list_documents",
      "search_documents",
      "read_document",
    ]);
    for (const { descriptor } of definitions) {
      expect(capabilityDescriptorSchema().parse(descriptor)).toEqual(descriptor);
      expect(descriptor.costProfile.safetyClass).toBe("read-only");
      expect(descriptor.metadata?.idempotent).toBe(true);
      expect(descriptor.operationTypes).toContain("RETRIEVE");
      expect(descriptor.operationTypes).not.toContain("CLARIFY");
    }
  });

  it.each([
    ["list_documents", {}],
    ["list_documents", { folder: "notes", limit: 1 }],
    ["search_documents", { query: "reading room" }],
    ["search_documents", { query: "zeppelin", folder: "data", limit: 3 }],
    ["read_document", { path: "README.md", start_line: 2, end_line: 4 }],
    ["read_document", { path: "long-lines.txt", start_line: 2, start_column: 5 }],
  ])("%s %j: arguments and answer satisfy the declared schemas", async (id, args) => {
    const descriptor = definitions.find((definition) => definition.descriptor.capabilityId === id)?.descriptor;
    const ajv = new Ajv2020({ strict: true });
    expect(ajv.validate(descriptor?.inputSchema ?? false, args), ajv.errorsText()).toBe(true);
    const answer = await callTool(definitions, id, args);
    expect(ajv.validate(descriptor?.outputSchema ?? false, answer), ajv.errorsText()).toBe(true);
    expect(Object.keys(descriptor?.outputSchema.properties ?? {})).toEqual(
      expect.arrayContaining(Object.keys(answer as object)),
    );
    expect(JSON.parse(JSON.stringify(answer))).toEqual(answer);
  });

  it("refuse unknown arguments by their schemas", () => {
    for (const { descriptor } of definitions) {
      expect(new Ajv2020().validate(descriptor.inputSchema, { path: "a", query: "a", colour: 1 })).toBe(false);
    }
  });

  it("refuses a folder that does not exist or is a file", () => {
    const folder = temporaryFolder({ "a.txt": "" });
    for (const path of [`${folder}/missing`, `${folder}/a.txt`, ""]) {
      expect(() => documentTools(path)).toThrowError(expect.objectContaining({ code: "document_folder_missing" }));
    }
  });
});

describe("DocumentError", () => {
  const systemError = (code: string) => Object.assign(new Error(code), { code });
  const throwers: Record<keyof typeof DOCUMENT_ERRORS, () => unknown> = {
    document_folder_missing: () => documentTools("/nowhere/at/all"),
    document_argument_invalid: () => toolsOver(fixtureFolder).read({}),
    document_path_invalid: () => documentPath("/etc/passwd"),
    document_outside_folder: () => Promise.reject(systemFault(systemError("ELOOP"), "a.txt")),
    document_not_found: () => toolsOver(fixtureFolder).read({ path: "missing.md" }),
    document_not_a_file: () => toolsOver(fixtureFolder).read({ path: "notes" }),
    document_too_large: () => toolsOver(fixtureFolder, { maximumDocumentBytes: 10 }).read({ path: "README.md" }),
    document_binary: () => decodeText(Buffer.from([0]), "a"),
    document_encoding_unknown: () => decodeText(Buffer.from([0xe4]), "a"),
    document_range_invalid: () => toolsOver(fixtureFolder).read({ path: "README.md", start_line: 4000 }),
    document_unreadable: () => Promise.reject(systemFault(systemError("EACCES"), "a.txt")),
  };

  it.each(Object.entries(throwers))("%s is thrown, branded and catalogued", async (code, thrower) => {
    const error: unknown = await (async () => thrower())().then(
      () => null,
      (fault: unknown) => fault,
    );
    expect(DocumentError.isInstance(error)).toBe(true);
    expect(PelorusError.isInstance(error)).toBe(true);
    expect(error).toMatchObject({ name: "DocumentError", code, isRetryable: false });
    expect((error as Error).message).not.toContain(fixtureFolder);
  });

  it("is retryable only for faults that pass by themselves", () => {
    expect(systemFault(systemError("EMFILE"), "a.txt")).toMatchObject({
      code: "document_unreadable",
      isRetryable: true,
    });
    expect(systemFault(systemError("EACCES"), "a.txt")).toMatchObject({ isRetryable: false, path: "a.txt" });
  });

  it("leaves aborts, its own errors and what is no error unchanged", () => {
    const abort = Object.assign(new Error("stop"), { name: "AbortError" });
    const own = new DocumentError("document_binary", "no text");
    for (const fault of [abort, own, "text", undefined]) expect(systemFault(fault, "a.txt")).toBe(fault);
  });
});
