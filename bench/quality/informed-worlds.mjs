// Worlds of many alike things, one observation each, and questions over a few of them. Everything is drawn from a seed.

const FIRST =
  "amber birch cedar delta ember falcon garnet harbor indigo jasper kestrel lantern maple nickel onyx pepper quartz raven saffron timber umber velvet willow yarrow zephyr alder basalt cobalt dune elder fern granite".split(
    " ",
  );
const SECOND =
  "basin canyon dock edge ford gate heath inlet junction knoll ledge meadow notch orchard pier quay ridge slope terrace uplands vale wharf yard zenith arch bluff crest dell field grove hollow isle".split(
    " ",
  );
const title = (word) => word[0].toUpperCase() + word.slice(1);

/** `count` different names of two words, in random order. */
function names(count, draw) {
  const all = FIRST.flatMap((first) => SECOND.map((second) => `${title(first)} ${title(second)}`));
  for (let at = all.length - 1; at > 0; at -= 1) {
    const other = draw(at + 1);
    [all[at], all[other]] = [all[other], all[at]];
  }
  return all.slice(0, count);
}

/** Different numbers of four digits, so that a value in an answer cannot be there by chance. */
function numbers(count, draw) {
  const start = 1000 + draw(500);
  return Array.from({ length: count }, (_, index) => start + ((index * 7919) % 8009)).map((value) =>
    value.toLocaleString("en-US"),
  );
}

const joined = (items) => (items.length === 1 ? items[0] : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`);

/**
 * `thing` names the kind, `record` writes an observation from name, number and the name of another thing; `direct`,
 * `paraphrase` and `chain` ask for numbers.
 */
function world({ thing, record, direct, paraphrase, chain }) {
  return {
    make(count, draw) {
      const values = numbers(count, draw);
      const drawn = names(count, draw);
      const records = drawn.map((name, index) => {
        // Never itself, and not always the neighbour.
        const other = drawn[(index + 1 + draw(count - 1)) % count];
        return { name, value: values[index], other, text: record(name, values[index], other) };
      });
      const byName = new Map(records.map((entry) => [entry.name, entry]));
      return {
        records,
        byName,
        assignment: (name) => `Look up the ${thing} called ${name}.`,
        nameIn: (assignment) =>
          new RegExp(`^Look up the ${thing} called ([^.]+)\\.$`).exec(assignment.trim())?.[1] ?? null,
        tool: (define) =>
          define({
            capabilityId: `read_${thing}`,
            description: `Look up one ${thing} by its name.`,
            operationTypes: ["RETRIEVE"],
            inputSchema: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
            safetyClass: "read-only",
            execute: ({ name }) => byName.get(name).text,
          }),
        ask(kind, wanted, pick) {
          const chosen = new Map();
          const take = (entry) => chosen.set(entry.name, entry);
          if (kind === "chain") {
            const first = records[pick(records.length)];
            const second = byName.get(first.other);
            take(first);
            take(second);
            return { question: chain(first.name), needed: marks(chosen), values: [second.value] };
          }
          while (chosen.size < wanted) take(records[pick(records.length)]);
          const entries = [...chosen.values()];
          const ask = kind === "direct" ? direct : paraphrase;
          return {
            question: ask(joined(entries.map(({ name }) => name))),
            needed: marks(chosen),
            values: entries.map(({ value }) => value),
          };
        },
      };
    },
  };
}

/** An observation is there when the value of its thing stands beside its name. */
const marks = (chosen) => [...chosen.values()].map(({ text }) => ({ mark: text }));

export const WORLDS = [
  world({
    thing: "depot",
    record: (name, value, other) =>
      `Depot ${name} has a storage capacity of ${value} pallets and hands surplus over to depot ${other}.`,
    direct: (list) => `What is the storage capacity of ${list}?`,
    paraphrase: (list) => `How many pallets can ${list} hold?`,
    chain: (name) => `What is the storage capacity of the depot that ${name} hands surplus over to?`,
  }),
  world({
    thing: "vessel",
    record: (name, value, other) =>
      `The vessel ${name} was launched with a displacement of ${value} tonnes and sails in convoy behind ${other}.`,
    direct: (list) => `State the displacement of ${list}.`,
    paraphrase: (list) => `How heavy are ${list}?`,
    chain: (name) => `What is the displacement of the vessel that ${name} sails in convoy behind?`,
  }),
  world({
    thing: "station",
    record: (name, value, other) =>
      `Station ${name} recorded annual rainfall of ${value} millimetres; its readings are checked against station ${other}.`,
    direct: (list) => `Give the annual rainfall of ${list}.`,
    paraphrase: (list) => `How much precipitation did ${list} receive in a year?`,
    chain: (name) => `What annual rainfall did the station record that the readings of ${name} are checked against?`,
  }),
];
