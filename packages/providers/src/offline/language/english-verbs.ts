import { baseForm } from "./irregular-words.js";

/** Base forms of common verbs. A word that is more often a noun is left out: behind an auxiliary its place tells. */
const VERBS =
  "abolish accept accompany achieve acquire act add address adjust administer admit adopt advise affect afford agree aim allow alter amend analyse announce answer apologise appear apply appoint approach approve argue arrange arrest arrive ask assemble assess assign assist assume attach attack attend audit authorise automate award bake ban base beat become begin belong bend bind bite blame block blow boil book borrow bounce break breed brew bring broadcast browse build burn buy calculate calibrate call cancel carry cast catch cause cease celebrate certify chair change charge chase check choose claim clean clear climb close coach collapse collect combine come commission commit compare compete complain complete compose comprise conclude conduct configure confirm connect consider consist construct consult consume contact contain continue contribute control convert cook cool coordinate copy correct cost count cover crash create cross cultivate cure cut deal decide declare decline decorate decrease dedicate deduct defeat define delay delete deliver demand demolish deny depart depend deploy describe deserve design destroy detect determine develop die differ dig direct disable disappear discard discontinue discover discuss dismiss display dispose distribute divide donate double download draft drain draw drill drink drive drop dry earn eat edit elect eliminate employ empty enable encounter encourage encrypt end endorse engage enjoy enrol ensure enter equip erect escape establish estimate evacuate evaluate examine exceed exchange exclude execute exempt exhibit exist expand expect expel expire explain export expose express extend extract face fail fall fasten feed feel fence ferment fetch fight file fill finance find fine finish fit fix flood flow fly follow forbid forget form forward free freeze fulfil function fund gain gather generate get give go govern grant graze grind grow guarantee guard guide halt hand handle hang happen harm harvest have head heal hear heat help hide hire hit hold host hunt hurry identify ignore illustrate implement import improve include increase incubate inform inherit inject injure inspect inspire install instruct insure intend introduce invent invest investigate invite involve issue join judge keep kill knead know label lack land last launch lay lead leak learn lease leave lend let lie lift limit link list listen live load locate lock log look lose lower maintain make manage manufacture mark marry matter mature mean measure meet melt mend mention migrate mill miss mix modify monitor mount move mow name need negotiate nominate note notice notify number obey obtain occupy occur offer open operate oppose order organise overhaul overrun owe own pack paint park participate pass pay peel perform permit pick place plan plant play plough polish possess post postpone pour practise predict prefer prepare present preserve press prevent print proceed process produce prohibit promise promote propose protect prove provide prune publish pull pump punish purchase push put qualify quit raise range rank rate reach react read realise rebuild receive recognise recommend record recover recruit recycle reduce refer refill refund refurbish refuse register regulate reimburse reject relate release relocate rely remain remember remind remove renew renovate rent repair repay repeat replace reply report represent request require rescue research reserve reset reside resign resist resolve respond rest restart restore restrict result resume retain retire retry return reveal reverse review revise ride ring rinse ripen rise roll rot rotate row run sail save say schedule score seal search seat seek select sell send separate serve set settle shake share shear sharpen shift shine ship shoot show shrink shut sign signal sing sink sit sleep slice slow smell smoke soak solve sort sow speak specialise specify spend spill spin split sponsor spray spread stack staff stamp stand start state stay steal steam steer step stir stop store stretch strike study submit subscribe succeed suffer suggest supervise supply support suppose survey survive suspect suspend sweep swim swing switch take talk taste teach tear tell tend terminate test thank think threaten throw tie tolerate touch tow trace track trade train transfer translate transmit transport travel treat trigger trim trip trust try turn understand undertake unload unlock update upgrade upload use vaccinate validate vary verify visit volunteer vote wait wake walk want warn wash waste watch water weaken wear weigh welcome win wind withdraw withhold witness work worry wrap write yield";

let bases: ReadonlySet<string> | undefined;

const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/ies$/, "y"],
  [/ied$/, "y"],
  [/(?:s|x|z|ch|sh|o)es$/, "-2"],
  [/s$/, ""],
  [/(.)\1ed$/, "$1"],
  [/ed$/, "e"],
  [/ed$/, ""],
  [/(.)\1ing$/, "$1"],
  [/ing$/, "e"],
  [/ing$/, ""],
];

/** What a folded English word may be: a base form, a form in -s, a past form or participle, or a form in -ing. */
type VerbForm = "base" | "present" | "past" | "ing";

/** The form of a verb that a folded word may be; null when it is none. */
export function verbForm(word: string): VerbForm | null {
  bases ??= new Set(VERBS.split(" "));
  if (bases.has(word)) return PAST_ALIKE.has(word) ? "past" : "base";
  const irregular = baseForm(word);
  if (irregular !== word && bases.has(irregular)) return "past";
  for (const [ending, rest] of SPELLINGS) {
    if (!ending.test(word)) continue;
    const base = rest === "-2" ? word.slice(0, -2) : word.replace(ending, rest);
    if (!bases.has(base)) continue;
    return word.endsWith("ing") ? "ing" : word.endsWith("s") ? "present" : "past";
  }
  // A word that ends like a participle is one, unless it is known to be none.
  return /[^aeu]ed$/.test(word) && word.length > 4 && !NOT_PAST.has(word) ? "past" : null;
}

const NOT_PAST: ReadonlySet<string> = new Set("hundred biped kindred sacred naked wicked rugged aged".split(" "));

/** Base forms that are past forms as well. */
const PAST_ALIKE: ReadonlySet<string> = new Set(
  "put set cut let cost hit shut split spread cast read broadcast beat overrun".split(" "),
);
