/** Forms that no ending tells: a line has the base form first, folded. */
const LINES = `
pay paid|buy bought|sell sold|build built|keep kept|hold held|make made|give gave given|take took taken|find found
write wrote written|meet met|leave left|lose lost|send sent|spend spent|win won|choose chose chosen|grow grew grown
know knew known|show shown|begin began begun|bring brought|catch caught|teach taught|think thought|tell told|say said
see saw seen|go went gone|run ran|drive drove driven|break broke broken|speak spoke spoken|steal stole stolen
wear wore worn|tear tore torn|throw threw thrown|draw drew drawn|fly flew flown|rise rose risen|fall fell fallen
eat ate eaten|drink drank drunk|swim swam swum|sing sang sung|ring rang rung|sink sank sunk|lend lent|lay laid
feed fed|lead led|breed bred|hang hung|dig dug|stick stuck|strike struck|sweep swept|sleep slept|feel felt|deal dealt
mean meant|burn burnt|learn learnt|hide hid hidden|bite bit bitten|freeze froze frozen|wake woke woken|sew sewn|sow sown
mow mown|get got gotten|do did done|become became|come came|forget forgot forgotten|stand stood|understand understood
seek sought|shake shook shaken|shine shone|shoot shot|slide slid|spin spun|swear swore sworn|wind wound|withdraw withdrew withdrawn
bind bound|bend bent|fight fought|forbid forbade forbidden|ride rode ridden|sit sat|weave wove woven|light lit
child children|man men|woman women|person people persons|foot feet|tooth teeth|mouse mice|goose geese
knife knives|shelf shelves|half halves|life lives|wife wives|loaf loaves|thief thieves|calf calves|ox oxen
long length lengths|high height heights|wide width widths|deep depth depths|strong strength|warmth
weigh weight weights|grow growth|choose choice choices|sell sale sales|lose loss losses|die death deaths|fly flight flights
`;

let bases: ReadonlyMap<string, string> | undefined;

/** The base form of an irregular English word; itself for any other. Takes and gives folded words. */
export function baseForm(word: string): string {
  bases ??= new Map(
    LINES.split(/[|\n]/).flatMap((line) => {
      const [base = "", ...forms] = line.trim().split(" ");
      return [[base, base] as const, ...forms.map((form) => [form, base] as const)];
    }),
  );
  return bases.get(word) ?? word;
}
