// Brings a checkout to the point where everything is installed and built. Does nothing twice: the install is skipped
// while the lock file is the one that was installed last, and turbo keeps what it has built.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const PNPM = "pnpm@10.34.9";

const [major, minor] = process.versions.node.split(".").map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Pelorus needs Node.js 20.19 or newer; this is ${process.version}.`);
  process.exit(1);
}

/** Runs a command in the project root; ends this process with its code when it fails. */
export function run(command, args, options = {}) {
  const result = spawnSync(command, args, { cwd: root, stdio: "inherit", ...options });
  if (result.error) {
    console.error(`${command} could not be started: ${result.error.message}`);
    process.exit(1);
  }
  if (result.status !== 0) process.exit(result.status ?? 1);
}

/** Runs a command and shows its output only when it fails. */
function runQuietly(label, command, args) {
  process.stderr.write(`${label} … `);
  const started = Date.now();
  const result = spawnSync(command, args, { cwd: root, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 });
  if (result.error || result.status !== 0) {
    process.stderr.write("failed\n");
    process.stderr.write(`${result.stdout ?? ""}${result.stderr ?? ""}${result.error?.message ?? ""}\n`);
    process.exit(1);
  }
  process.stderr.write(`done (${((Date.now() - started) / 1000).toFixed(1)} s)\n`);
}

function digestOf(file) {
  return createHash("sha256").update(readFileSync(file)).digest("hex");
}

export function install() {
  const digest = digestOf(join(root, "pnpm-lock.yaml"));
  const stamp = join(root, "node_modules", ".pelorus-lock-digest");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === digest) return;
  runQuietly("Installing packages", "npx", ["-y", PNPM, "install", "--frozen-lockfile"]);
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, digest);
}

export function build() {
  // turbo looks for pnpm on the path; `pnpm exec` puts it there.
  runQuietly("Building", "npx", ["-y", PNPM, "exec", "turbo", "run", "build", "--output-logs=errors-only"]);
}
