/** Verbs of several words, and the one word that documents rather use. */
const PLAIN: readonly (readonly [RegExp, string])[] = [
  [/\b(?:set|sets|setting) (?:me|you|us|one|them) back\b/giu, "cost"],
  [/\b(?:put|puts|putting) (?:my|your|our|their|his|her|one's) names? (?:down|under)\b/giu, "sign"],
  [/\bcut-?off(?: dates?| times?| points?)?\b/giu, "deadline"],
  [/\bpaydays?\b/giu, "wages date"],
  [/\b(?:switch|switches|switched|switching|turn|turns|turned|turning) (?:it|them|us|me) back on\b/giu, "reconnect"],
  [/\b(?:until|till|before) (?:it|they) (?:is|are|gets?|wears?) (?:worn out|used up|out)\b/giu, "lasts"],
  [/\b(?:get|gets|got|getting) going again\b/giu, "resume"],
  [/\b(?:stand|stands|stood|standing) still\b/giu, "stalled"],
  [/\b(?:go|goes|went|come|comes|came) back to\b/giu, "return to"],
  [/\bin one go\b|\bat a time\b|\bat one time\b/giu, "per visit"],
  [/\bwho (?:is|are|was) (?:allowed|permitted|authori[sz]ed|entitled|able) to\b/giu, "who may"],
  [/\bwho has the (?:authority|right|power|job|task|duty) (?:to|of)\b/giu, "who may"],
  [/\b(?:make|makes|made) (?:known|public)\b/giu, "announced"],
  [/\bon hand\b/giu, "present"],
  [/\bin (?:a hurry|a rush)\b|\bno rush\b/giu, "urgent"],
  [/\b(?:make|makes|made) up (?:my|your|our|their|his|her) minds?\b/giu, "decide"],
  [/\b(?:leave|leaves|leaving|left) out\b/giu, "omit"],
  [/\b(?:keep|keeps|kept|keeping) (?:out|away)\b/giu, "exclude"],
  [/\b(?:speak|speaks|spoke) (?:up )?for\b/giu, "represent"],
  [
    /\b(?:in|on) (?:my|your|our|his|her|their|one's) own\b|\bby (?:myself|yourself|ourselves|themselves|himself|herself|oneself)\b/giu,
    "alone",
  ],
  [/\b(?:run|runs|ran|running) out\b/giu, "expire"],
  [/\b(?:hand|hands|handed|turn|turned|send|sent) in\b/giu, "submit"],
  [/\b(?:hand|hands|handed|give|gives|gave|given) out\b/giu, "issue"],
  [/\b(?:pay|pays|paid) (?:out|back)\b/giu, "paid"],
  [
    /\b(?:look|looks|looked|looking) after\b|\b(?:take|takes|took|taking) care of\b|\b(?:is|are|was|were|be) in charge of\b/giu,
    "responsible",
  ],
  [/\b(?:take|takes|took|taking) place\b/giu, "happen"],
  [/\b(?:put|puts|set|sets) aside\b/giu, "budget"],
  [/\b(?:get|gets|getting|got) rid of\b/giu, "discard"],
  [/\b(?:fill|fills|filled|filling|stand|stands|stood|step|steps|stepped) in for\b/giu, "substitute for"],
  [/\b(?:take|takes|took|taken|taking) (?:the place of|over from)\b/giu, "replace"],
  [/\b(?:fill|fills|filled) (?:in|out)\b/giu, "complete"],
  [/\b(?:put|puts) off\b/giu, "postpone"],
  [/\b(?:call|calls|called) off\b|\b(?:give|gives|gave|given) up\b/giu, "cancel"],
  [/\b(?:turn|turns|turned) (?:down|away)\b/giu, "reject"],
  [/\b(?:turn|turns|turned|switch|switched) off\b/giu, "disable"],
  [/\b(?:turn|turns|turned|switch|switched) on\b/giu, "enable"],
  [/\b(?:take|takes|took|taken) over\b/giu, "succeed"],
  [/\b(?:take|takes|took|taken|pick|picks|picked) (?:away|up)\b/giu, "collect"],
  [/\b(?:sign|signs|signed) off\b/giu, "approve"],
  [/\b(?:sign|signs|signed) up\b/giu, "register"],
  [/\b(?:turn|turns) to\b|\b(?:get|gets) in touch with\b/giu, "contact"],
  [/\b(?:take|takes|took|taking) part\b/giu, "participate"],
  [/\bwhose (?:task|job|duty|responsibility) is it to\b/giu, "who must"],
  [/\btime of (?:the )?day\b/giu, "time"],
  [/\bfor nothing\b|\bat no cost\b|\bwithout (?:charge|paying)\b/giu, "free"],
  [/\b(?:make|makes|made) sure\b/giu, "ensure"],
  [/\b(?:come|comes|came) from\b/giu, "from"],
  [/\b(?:deal|deals|dealt) with\b/giu, "responsible"],
  [/\b(?:belong|belongs) to\b/giu, "own"],
  [/\b(?:consist|consists) of\b|\b(?:made|make) (?:out )?of\b/giu, "material"],
  [/\b(?:bring|brings|brought) in\b/giu, "earn"],
  [/\b(?:shut|shuts|close|closes) down\b/giu, "close"],
  [/\b(?:come|comes|came) to\b/giu, "amount"],
  [/\b(?:carry|carries|carried) out\b/giu, "done"],
  [/\b(?:find|found|finds) out\b/giu, "discover"],
  [/\b(?:go|goes|went) wrong\b|\b(?:break|breaks|broke|broken) down\b/giu, "fail"],
  [/\b(?:go|goes|went|going) off\b/giu, "trigger"],
  [/\b(?:drop|drops|dropped) off\b/giu, "deposit"],
  [/\b(?:back|backs|backed|backing) up\b/giu, "backup"],
  [/\b(?:lock|locks|locked) out\b/giu, "blocked"],
  [/\boff limits\b|\bout of bounds\b/giu, "closed"],
  [/\b(?:roll|rolls|rolled|rolling) back\b/giu, "rollback"],
  [/\b(?:set|sets|setting) off\b/giu, "leave"],
  [/\b(?:set|sets|setting) up\b/giu, "install"],
  [/\b(?:check|checks|checked) in\b/giu, "arrive"],
  [/\b(?:check|checks|checked) out\b/giu, "depart"],
  [/\b(?:make|makes|made) up for\b/giu, "compensate"],
  [/\b(?:count|counts|counted) as\b/giu, "valid"],
  [/\b(?:get|gets|got) (?:back|hold of)\b/giu, "receive"],
  [
    /\b(?:give|gives|gave|given) back\b|\b(?:bring|brings|brought|take|takes|took|taken|hand|hands|handed) back\b/giu,
    "return",
  ],
  [/\b(?:bring|brings|brought) (?:up|forward)\b/giu, "raise"],
  [/\b(?:point|points|pointed) out\b/giu, "note"],
  [/\b(?:work|works|worked) out\b/giu, "calculate"],
  [/\b(?:use|uses|used) up\b/giu, "consume"],
  [/\b(?:let|lets|letting) in\b/giu, "admit"],
  [/\b(?:wake|wakes|woke) up\b/giu, "wake"],
  [/\b(?:go|goes|went) up\b/giu, "rise"],
  [/\b(?:go|goes|went|gone) down\b/giu, "fall"],
  [/\b(?:go|goes|went|gone) bad\b/giu, "spoil"],
  [/\bwho (?:pays|paid|is paying) for\b/giu, "who funds"],
  [/\b(?:as well as|such as|as soon as)\b/giu, "and"],
  [/\bhow (?:come)\b/giu, "why"],
  [/\b(?:end|ends|ended) up\b/giu, "end"],
  [/\b(?:throw|throws|threw|thrown) (?:away|out)\b/giu, "discard"],
];

/** A question with a plain verb in place of each verb of several words. */
export function withPlainVerbs(text: string): string {
  let plain = text;
  for (const [pattern, verb] of PLAIN) plain = plain.replace(pattern, verb);
  return plain;
}

/** Words that every verb of several words has one of. */
const PARTICLES =
  /\b(?:in|out|up|off|on|over|back|away|down|after|to|part|place|aside|of|for|with|from|sure|wrong|bad)\b/iu;

/** The plain verbs of a text's verbs of several words, so that they are found under both. */
export function plainVerbsIn(text: string): string {
  if (!PARTICLES.test(text)) return "";
  const found: string[] = [];
  for (const [pattern, verb] of PLAIN) if (text.search(pattern) >= 0) found.push(verb);
  return found.join(" ");
}
