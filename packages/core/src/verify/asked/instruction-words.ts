/** Words that instructions begin with. */
export const INSTRUCTION_WORDS: ReadonlySet<string> = new Set(
  (
    "explain write list describe give tell show find compare summarise summarize translate convert create draft make name suggest identify analyse analyze verify check review rewrite revise fix correct " +
    "improve generate provide answer classify extract plan turn rephrase paraphrase shorten expand edit proofread simplify reformat format judge evaluate assess grade condense combine merge design compose replace remove add change " +
    "put order sort what which who why how when where is are does do did can could would should please using use based given " +
    "erkläre schreibe schreib nenne beschreibe gib zeige vergleiche fasse übersetze erstelle prüfe überprüfe verbessere überarbeite korrigiere plane wandle ersetze kürze was warum wie welche wer wann wo bitte " +
    "explique expliquez écris écrivez décris décrivez donne donnez compare comparez résume résumez traduis traduisez rédige rédigez cite corrige corrigez vérifie vérifiez convertis planifie améliore réécris pourquoi comment quel quelle " +
    "explica explique escribe enumera resume traduce dame haz corrige verifica convierte planifica mejora reescribe qué cuál por cómo quién dónde cuándo " +
    "spiega scrivi descrivi elenca confronta riassumi traduci correggi verifica converti " +
    "escreva descreva resuma traduza corrija verifique converta " +
    "объясни напиши опиши сравни перечисли переведи назови исправь проверь составь кратко сократи преобразуй почему как что кто где когда"
  ).split(" "),
);
