/** Words of requests that say what to do and not what about, folded. They weigh nothing. */
export const INSTRUCTION_WORDS: ReadonlySet<string> = new Set(
  (
    "tell find look give show list state say says said name mention mentioned explain describe answer know question according document documents text texts file files information info detail details please want like " +
    "sag sage nenne nenn finde suche zeige zeig gib liste erklare beschreibe dokument dokumente dokumenten unterlagen laut steht weiss " +
    "dis dites dire trouve trouvez cherche donne donnez montre indique indiquez explique document documents selon " +
    "di dime dice busca encuentra muestra explica indica documento documentos segun"
  ).split(" "),
);

/** Common words that carry little: an answer need not repeat them. */
export const LIGHT_WORDS: ReadonlySet<string> = new Set(
  (
    "have get got take make need use go come put set work keep let become happen call called involve include included involved concern person people thing things way kind type sort number amount level exactly currently actually usually normally " +
    "new old first last next current total main full whole certain different several full official " +
    "gibt geht macht lautet heisst betragt hoch gross person personen leute genau insgesamt aktuell derzeit " +
    "personne personnes chose exactement total actuel " +
    "persona personas cosa exactamente total actual"
  ).split(" "),
);
