import type { RequestedForm } from "../contract/frame.js";

/** Names of output forms, lower case, in the languages of the cue tables. */
export const FORM_NAMES: readonly (readonly [RequestedForm["kind"], readonly string[]])[] = [
  ["json", ["json"]],
  ["csv", ["csv"]],
  ["xml", ["xml"]],
  ["yaml", ["yaml", "yml"]],
  [
    "table",
    ["table", "tabelle", "tabellenform", "tableau", "tabla", "cuadro", "表格", "表", "таблица", "таблицу", "таблицы"],
  ],
  [
    "list",
    [
      "list",
      "bullet list",
      "bulleted list",
      "numbered list",
      "bullet points",
      "bullets",
      "bullet point list",
      "liste",
      "stichpunkte",
      "stichpunkten",
      "aufzählung",
      "stichwortliste",
      "liste à puces",
      "puces",
      "lista",
      "viñetas",
      "列表",
      "清单",
      "要点",
      "箇条書き",
      "リスト",
      "список",
      "списком",
    ],
  ],
];

/** Words that put a form in the place of a result: "as JSON", "into a table", "return CSV". */
export const RESULT_LEADS: ReadonlySet<string> = new Set(
  (
    "as in into to return returns output outputs print produce create make write give format draw build using respond reply answer generate emit provide me " +
    "als in ins zu gib ausgabe erstelle erzeuge schreibe mach liefere antworte " +
    "en sous sous-forme au vers comme dresse dressez fais faites crée créez donne donnez " +
    "como a hazme haz crea elabora dame devuelve " +
    "以 用 成 为 輸出 输出 生成 制作 в виде как"
  ).split(" "),
);

/** Words that say that the form is what there is already: "this CSV", "from XML". */
export const SOURCE_LEADS: ReadonlySet<string> = new Set(
  "this that these those the following from above given what is of aus diese dieser dieses das die der den ce cette du de la le este esta del el 这个 这份 该".split(
    " ",
  ),
);

/** Words that may stand between a lead and the form. */
export const FORM_FILLERS: ReadonlySet<string> = new Set(
  (
    "a an valid only just plain pure simple short small strict well-formed compact proper markdown nice clean nested single raw formatted comma-separated two-column three-column comparison summary html ascii form format the " +
    "ein eine einer einem einen gültiges gültige kurze kurzen einfache un une simple forme format de d'un d'une una un formato forma tabla lista válido 一个 一份 有效的"
  ).split(" "),
);

/** Names of languages → BCP 47, lower case. */
export const LANGUAGE_NAMES: ReadonlyMap<string, string> = new Map(
  (
    [
      ["en", "english englisch englische anglais inglés ingles английский английском 英文 英语 英語"],
      ["de", "german deutsch deutsche allemand alemán aleman немецкий немецком 德文 德语 ドイツ語"],
      [
        "fr",
        "french französisch französische français francais francés frances французский французском 法文 法语 フランス語",
      ],
      [
        "es",
        "spanish spanisch spanische espagnol español espanol castellano испанский испанском 西班牙文 西班牙语 スペイン語",
      ],
      ["it", "italian italienisch italienische italien italiano итальянский итальянском 意大利语 イタリア語"],
      [
        "pt",
        "portuguese portugiesisch portugiesische portugais portugués português португальский 葡萄牙语 ポルトガル語",
      ],
      ["nl", "dutch niederländisch niederländische néerlandais neerlandés holandés nederlands 荷兰语 オランダ語"],
      ["pl", "polish polnisch polnische polonais polaco polski польский 波兰语"],
      ["cs", "czech tschechisch tchèque checo чешский 捷克语"],
      ["sv", "swedish schwedisch suédois sueco svenska шведский 瑞典语"],
      ["da", "danish dänisch danois danés dansk датский 丹麦语"],
      ["no", "norwegian norwegisch norvégien noruego norsk норвежский 挪威语"],
      ["fi", "finnish finnisch finnois finlandés suomi финский 芬兰语"],
      ["ru", "russian russisch russische russe ruso русский русском 俄文 俄语 ロシア語"],
      ["uk", "ukrainian ukrainisch ukrainien ucraniano украинский украинском 乌克兰语"],
      ["tr", "turkish türkisch turc turco türkçe турецкий 土耳其语"],
      ["el", "greek griechisch grec griego греческий 希腊语"],
      ["he", "hebrew hebräisch hébreu hebreo иврит иврите 希伯来语"],
      ["ar", "arabic arabisch arabe árabe arabe арабский арабском 阿拉伯语 アラビア語"],
      ["hi", "hindi хинди 印地语 ヒンディー語"],
      ["zh", "chinese mandarin chinesisch chinois chino китайский китайском 中文 汉语 漢語 中国語"],
      ["ja", "japanese japanisch japonais japonés японский японском 日文 日语 日本語"],
      ["ko", "korean koreanisch coréen coreano корейский корейском 韩文 韩语 韓国語"],
      ["vi", "vietnamese vietnamesisch vietnamien vietnamita вьетнамский 越南语"],
      ["la", "latin lateinisch latein latín латынь 拉丁语"],
    ] as const
  ).flatMap(([tag, names]) => names.split(" ").map((name): [string, string] => [name, tag])),
);

/** Leads of a target language: "in French", "ins Englische", "en español", "用中文". */
export const LANGUAGE_LEADS: ReadonlySet<string> = new Set(
  "in into to auf ins en vers al a на по translate".split(" "),
);

/** What may follow a language for it to be one and not the origin of a thing ("in French cuisine"). */
export const LANGUAGE_FOLLOWERS: ReadonlySet<string> = new Set(
  "and or please only with using for but so then that as language und oder bitte sowie mit et ou avec pour s'il por y o con para".split(
    " ",
  ),
);

type LengthUnit = NonNullable<RequestedForm["length"]>["unit"];

/** Units of a requested length, lower case. */
export const LENGTH_UNITS: ReadonlyMap<string, LengthUnit> = new Map(
  (
    [
      ["words", "word words wort wörter wörtern worte worten mot mots palabra palabras слов слова 词 个词 单词"],
      [
        "sentences",
        "sentence sentences satz sätze sätzen phrase phrases frase frases oración oraciones предложений предложения 句 句话 文",
      ],
      [
        "paragraphs",
        "paragraph paragraphs absatz absätze absätzen paragraphe paragraphes párrafo párrafos абзаца абзацев 段 段落",
      ],
      ["lines", "line lines zeile zeilen ligne lignes línea líneas строк строки 行"],
      [
        "items",
        "item items bullet bullets point points bullet-points step steps entry entries punkt punkte punkten stichpunkt stichpunkte stichpunkten schritte schritten puces étape étapes punto puntos viñetas paso pasos пункта пунктов 点 要点 条 步 個条",
      ],
      [
        "characters",
        "character characters zeichen caractère caractères carácter caracteres символов знаков 字 个字 字符 文字",
      ],
    ] as const
  ).flatMap(([unit, names]) => names.split(" ").map((name): [string, LengthUnit] => [name, unit])),
);

/** Adjectives that may stand between a number and its unit. */
export const UNIT_FILLERS: ReadonlySet<string> = new Set(
  "short brief concise simple complete full bullet numbered key kurze kurzen ganze knappe courtes court brèves breves cortas cortos".split(
    " ",
  ),
);

export const NUMBER_WORDS: ReadonlyMap<string, number> = new Map(
  [
    "one ein eine einem einen einer un une uno una один одно одну 一",
    "two zwei deux dos два две 二 两",
    "three drei trois tres три 三",
    "four vier quatre cuatro четыре 四",
    "five fünf cinq cinco пять 五",
    "six sechs seis шесть 六",
    "seven sieben sept siete семь 七",
    "eight acht huit ocho восемь 八",
    "nine neun neuf nueve девять 九",
    "ten zehn dix diez десять 十",
    "eleven elf onze once",
    "twelve zwölf douze doce",
  ].flatMap((names, index) => names.split(" ").map((name): [string, number] => [name, index + 1])),
);

/** Phrases before a number that bound it from above. */
export const UPPER_BOUNDS: ReadonlySet<string> = new Set([
  "at most",
  "no more than",
  "not more than",
  "up to",
  "under",
  "below",
  "fewer than",
  "less than",
  "maximum",
  "maximum of",
  "max",
  "max.",
  "within",
  "limit of",
  "höchstens",
  "maximal",
  "unter",
  "bis zu",
  "nicht mehr als",
  "weniger als",
  "au plus",
  "au maximum",
  "maximum de",
  "moins de",
  "pas plus de",
  "como máximo",
  "máximo",
  "menos de",
  "no más de",
  "hasta",
  "不超过",
  "最多",
  "至多",
  "少于",
  "不多于",
  "не более",
  "до",
  "以内で",
]);
/** Phrases before a number that bound it from below. */
export const LOWER_BOUNDS: ReadonlySet<string> = new Set([
  "at least",
  "no fewer than",
  "no less than",
  "not less than",
  "minimum",
  "minimum of",
  "min",
  "min.",
  "more than",
  "over",
  "mindestens",
  "wenigstens",
  "mehr als",
  "au moins",
  "plus de",
  "minimum de",
  "al menos",
  "por lo menos",
  "más de",
  "至少",
  "不少于",
  "超过",
  "не менее",
]);
/** Phrases before a number that leave it some play. */
export const APPROXIMATIONS: ReadonlySet<string> = new Set([
  "about",
  "around",
  "approximately",
  "roughly",
  "some",
  "circa",
  "ca.",
  "ca",
  "~",
  "etwa",
  "ungefähr",
  "rund",
  "environ",
  "à peu près",
  "unos",
  "unas",
  "alrededor de",
  "aproximadamente",
  "cerca de",
  "大约",
  "约",
  "около",
  "примерно",
]);
/** Words after number and unit that bound it from above: "100 words or less", "100字以内". */
export const UPPER_SUFFIXES: ReadonlySet<string> = new Set([
  "or less",
  "or fewer",
  "at most",
  "max",
  "maximum",
  "oder weniger",
  "maximal",
  "ou moins",
  "maximum",
  "o menos",
  "como máximo",
  "以内",
  "以下",
]);
/** Words after number and unit that bound it from below. */
export const LOWER_SUFFIXES: ReadonlySet<string> = new Set([
  "or more",
  "at least",
  "minimum",
  "oder mehr",
  "ou plus",
  "o más",
  "以上",
]);

/** Words before a number that allow no play. */
export const EXACTNESS: ReadonlySet<string> = new Set([
  "exactly",
  "precisely",
  "genau",
  "exakt",
  "exactement",
  "exactamente",
  "正好",
  "恰好",
  "ровно",
]);
/** What stands between the two numbers of a range. */
export const RANGE_MARKS: ReadonlySet<string> = new Set([
  "-",
  "–",
  "—",
  "to",
  "and",
  "or",
  "bis",
  "und",
  "oder",
  "à",
  "et",
  "ou",
  "a",
  "y",
  "o",
  "到",
  "至",
  "~",
  "до",
]);
/** Words that lead to a number of items or lines, beside those that lead to a form. */
export const LENGTH_LEADS: ReadonlySet<string> = new Set(
  "list name with exactly per mit nenne avec cite con enumera 列出 给出 写 写出".split(" "),
);

/** Names of code that a request can ask for; the second list only beside a programming language. */
export const CODE_NAMES: ReadonlySet<string> = new Set(
  "function code regex snippet subroutine funktion fonction función código функцию код 函数 代码 関数 コード".split(
    " ",
  ),
);
export const CODE_NAMES_OF_A_LANGUAGE: ReadonlySet<string> = new Set(
  "script program class method query module component skript programm klasse programme classe requête programa clase consulta скрипт программу 脚本 程序 プログラム".split(
    " ",
  ),
);
export const PROGRAMMING_LANGUAGES: ReadonlySet<string> = new Set(
  "python javascript typescript java rust golang ruby php sql bash shell powershell swift kotlin html css perl haskell scala matlab julia lua c++ c# c".split(
    " ",
  ),
);
/** Words that ask for something to be written. */
export const MAKING_LEADS: ReadonlySet<string> = new Set(
  "write implement create generate give provide code develop build make show schreibe schreib implementiere erstelle écris écrivez implémente crée escribe implementa crea напиши 写 编写 实现 書いて".split(
    " ",
  ),
);
