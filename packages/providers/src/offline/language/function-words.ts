/** Languages the model answers in; requests in others are answered in English. */
export const LANGUAGES = ["en", "de", "fr", "es"] as const;
export type Language = (typeof LANGUAGES)[number];

const words = (text: string): ReadonlySet<string> => new Set(text.split(" "));

/**
 * Words that carry structure and no content, folded (lower case, without accents): articles, pronouns, prepositions,
 * conjunctions, auxiliaries, question words, and the politeness of requests.
 */
export const FUNCTION_WORDS: Readonly<Record<Language, ReadonlySet<string>>> = {
  en: words(
    "since whether while although though however because besides yes us whoever whatever whenever wherever away someone somebody something anyone anybody anything nobody nothing everyone everybody everything up until till cannot can't won't doesn't don't didn't isn't wasn't aren't weren't hasn't haven't couldn't shouldn't able a an the this that these those i me my mine we us our ours you your yours he him his she her hers it its they them their theirs one ones who whom whose which what when where why how " +
      "and or but nor so yet if then than as of in on at by for from to with without within into onto over under about between among through during before after above below up down out off across per via upon toward towards against " +
      "is are was were be been being am do does did doing done has have had having can could may might must shall should will would isn't aren't not no any some all each every both either neither other others such same own " +
      "there here also just only very too more most much many few less least again once ever never still already please let's s t don doesn didn " +
      "now today near nearby back ago along around behind beneath beside beyond despite except inside outside like opposite round throughout underneath unless unlike else instead anyway perhaps maybe ought off else",
  ),
  de: words(
    "der die das den dem des ein eine einen einem einer eines dies dieser diese dieses diesem diesen jener jene ich mich mir mein meine wir uns unser unsere du dich dir dein sie ihr ihre ihren ihrem ihrer er ihn ihm sein seine seinen seinem seiner es man " +
      "wer wen wem wessen was wann wo wohin woher warum weshalb wieso wie welche welcher welches welchen welchem und oder aber denn sondern wenn dann als ob dass weil da von vom in im ins an am auf bei beim fur aus zu zum zur mit ohne nach vor uber unter zwischen durch wahrend um gegen bis seit " +
      "ist sind war waren sei bin bist sein wird werden wurde wurden hat haben hatte hatten kann konnen konnte darf durfen muss mussen soll sollen will wollen mochte nicht kein keine keinen nein ja alle alles jeder jede jedes beide andere solche selbst hier dort auch nur sehr mehr viel viele wenig noch schon immer nie bitte mal gibt es",
  ),
  fr: words(
    "le la les l un une des du de d ce cet cette ces c je j me m mon ma mes nous notre nos tu te t ton ta tes vous votre vos il elle ils elles on se s son sa ses leur leurs lui y en " +
      "qui que qu quoi quand ou comment pourquoi combien quel quelle quels quelles et mais donc or ni car si alors comme dans sur sous a au aux par pour avec sans chez vers entre pendant avant apres depuis jusqu contre " +
      "est sont etait etaient etre ete suis es sommes etes ai as avons avez ont avait avaient avoir fait faire peut peuvent doit doivent faut pas ne n non oui tout tous toute toutes chaque autre autres meme ici la aussi seulement tres plus moins beaucoup peu encore deja jamais toujours il-y-a svp",
  ),
  es: words(
    "el la los las lo un una unos unas este esta estos estas ese esa esos esas aquel yo me mi mis nosotros nos nuestro nuestra tu te tus usted ustedes su sus el ella ellos ellas se le les " +
      "quien quienes que cual cuales cuando donde adonde como cuanto cuanta cuantos cuantas por porque y e o u pero sino si entonces de del en a al con sin para sobre bajo entre hasta desde durante antes despues contra hacia segun " +
      "es son era eran ser sido soy esta estan estaba estar he ha han habia haber hay hace hacer puede pueden debe deben no si todo todos toda todas cada otro otra otros otras mismo aqui alli tambien solo muy mas menos mucho muchos poco pocos ya nunca siempre favor",
  ),
};
