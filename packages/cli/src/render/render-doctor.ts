import type { ModelProbe, ProbeCheck } from "@pelorus/providers";
import type { DoctorReport } from "../doctor-report.js";
import { oneLine, type Style } from "./style.js";

/** Characters of a line that others wrote. */
const WIDTH = 300;
/** Models named per server. */
const MOST_MODELS = 12;

/** The report of `pelorus doctor` for a person. */
export function renderDoctor(report: DoctorReport, style: Style): string {
  const lines =
    report.models.length > 0 ? report.models.flatMap((model) => modelLines(model, style)) : aroundLines(report, style);
  return `${lines.join("\n")}\n`;
}

function modelLines({ provider, modelId, checks }: ModelProbe, style: Style): string[] {
  return [
    style.bold(`${provider} ${oneLine(modelId, WIDTH)}`),
    ...checks.flatMap((check) => [
      `  ${markOf(check, style)} ${check.name.padEnd(11)} ${oneLine(check.detail, WIDTH)}`,
      ...(check.remedy === undefined ? [] : [`    ${style.dim("→")} ${oneLine(check.remedy, WIDTH)}`]),
    ]),
  ];
}

function markOf({ status }: ProbeCheck, style: Style): string {
  if (status === "ok") return style.green("ok  ");
  return status === "warning" ? style.yellow("warn") : style.red("fail");
}

function aroundLines({ keys, servers }: DoctorReport, style: Style): string[] {
  const lines = [`${style.bold("offline")} needs neither key nor network`, style.bold("keys")];
  for (const { name, isSet, serves } of keys) {
    lines.push(`  ${isSet ? style.green("set    ") : style.dim("not set")} ${name}  ${style.dim(serves)}`);
  }
  lines.push(style.bold("servers"));
  for (const { baseURL, kind, version, models } of servers) {
    lines.push(`  ${style.green(kind)}${version === undefined ? "" : ` ${oneLine(version, 40)}`} at ${baseURL}`);
    for (const { id, window } of models.slice(0, MOST_MODELS)) {
      const size = window === undefined ? "" : style.dim(`  ${window} tokens`);
      lines.push(`    --model ${oneLine(`${baseURL}#${id}`, WIDTH)}${size}`);
    }
    if (models.length > MOST_MODELS) lines.push(style.dim(`    and ${models.length - MOST_MODELS} more`));
    if (models.length === 0) lines.push(style.dim("    no models; load or pull one"));
  }
  if (servers.length === 0) lines.push("  none answered; start one (ollama serve), or name its address with --server");
  lines.push(style.dim("Ask one what it really does: pelorus doctor --model <model>"));
  return lines;
}
