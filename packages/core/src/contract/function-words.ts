/**
 * Words that carry no subject of their own, by language: they tell the language of a text, and what is left is content.
 * The verbs and nouns that requests are made of ("explain", "list") stand with them: they name the act, not its object.
 */
export const FUNCTION_WORDS: Readonly<Record<string, string>> = {
  en: `the a an and or but if then than that this these those is are was were be been being am do does did doing done have has had having
    will would shall should can could may might must not no nor of to in on at by for from with without into onto about over under between through during
    before after above below up down out off again further once here there when where why how what which who whom whose all any both each few more most other
    some such only own same so too very just it its it's he she they them their theirs his her hers him we us our ours you your yours i i'm i've me my mine as because while
    until against also however therefore thus since although though whether either neither per via within upon among across don't doesn't didn't isn't aren't wasn't can't won't
    there's that's let's one's every much many less least lot lots get gets got let make makes made like still yet even ever never always often now
    please explain write list describe give tell show find compare summarise summarize translate convert create draft make name suggest identify analyse analyze
    verify check review rewrite revise fix correct improve generate provide answer following text sentence paragraph question`,
  de: `der die das dem den des ein eine einem einen einer eines und oder aber wenn dann als dass dieser diese dieses diesem diesen ist sind war waren sein bin bist wird werden wurde wurden
    hat haben hatte hatten kann können könnte muss müssen soll sollte darf mag nicht kein keine keinen keiner keinem von zu zum zur im in am an auf bei für aus mit ohne über unter zwischen
    durch während vor nach ab um gegen bis seit wo warum wie was welche welcher welches wer wen wem alle alles beide jede jeder jedes mehr meist andere anderen einige nur auch sehr so
    es er sie ihr ihre ihren ihrem ihm ihn wir uns unser unsere du dein deine ich mich mir mein meine sich man weil da obwohl ob sowie damit dadurch daher deshalb jedoch noch schon wieder immer nie
    hier dort doch denn etwa werde wäre würde sei bitte erkläre erklären schreibe schreib nenne beschreibe gib zeige vergleiche fasse zusammen übersetze erstelle prüfe überprüfe verbessere überarbeite folgende folgenden`,
  fr: `le la les l' un une des du de d' et ou mais si alors que qui quoi dont où ce cet cette ces est sont était étaient être été suis es sommes êtes sera seront a as ont avait avoir eu
    fait faire peut peuvent pouvait doit doivent ne pas non plus à au aux en dans sur sous par pour avec sans entre vers chez depuis pendant avant après contre pourquoi comment quand quel quelle quels quelles
    tout tous toute toutes chaque autre autres même mêmes aussi très il elle ils elles on nous vous je tu me te se lui leur leurs son sa ses notre nos votre vos mon ma mes ton ta tes y
    car parce puisque afin ainsi donc cependant lorsque comme c'est n'est qu'il qu'elle qu'un qu'une d'un d'une s'il j'ai n'a l'on c'était jusqu'à
    bien encore toujours jamais peu moins trop ici voici expliquez explique écrivez écris décris décrivez donne donnez compare comparez résume résumez traduis traduisez rédige rédigez cite liste`,
  es: `el la los las un una unos unas y e o u pero si entonces que quien quienes cual cuales donde cuando como cómo qué por porque para con sin de del al a en sobre bajo entre hacia hasta desde durante antes
    después contra es son era eran ser sido soy eres somos está están estaba estar fue fueron ha han había haber he tiene tienen hacer hace puede pueden debe deben no ni más menos muy también ya
    se lo le les su sus mi mis tu tus nuestro nuestra nos me te yo él ella ellos ellas usted ustedes este esta estos estas ese esa esos esas eso esto aquel todo todos toda todas cada otro otra otros otras
    mismo misma aunque mientras sino así pues según sólo solo siempre nunca aquí allí explica explique escribe escriba describe enumera compara resume traduce dame haz cuál cuáles quién dónde cuándo`,
  it: `il lo la i gli le un uno una di del dello della dei degli delle a al allo alla ai agli alle da dal dalla dai in nel nella nei nelle su sul sulla sui con per tra fra e ed o ma se che chi cui non più
    è sono era erano essere stato stata ha hanno aveva avere fa fare può possono deve devono come quando dove perché quale quali cosa anche molto questo questa questi queste quello quella quelli ci si mi ti vi
    lui lei noi voi loro suo sua suoi sue mio mia nostro ogni tutto tutti tutte altro altri altra altre stesso così poi già ancora sempre mai quindi mentre dopo prima senza dell' nell' l' all'
    spiega scrivi descrivi elenca confronta riassumi traduci`,
  pt: `o a os as um uma uns umas de do da dos das em no na nos nas ao à aos às por pelo pela pelos pelas para com sem sobre entre até desde e ou mas se que quem qual quais onde quando como porque não mais menos muito
    é são era eram ser sido foi foram está estão estava estar tem têm tinha ter há faz fazer pode podem deve devem também já ainda só sempre nunca isso isto este esta estes estas esse essa aquele aquela ele ela eles elas
    eu tu você vocês nós me te lhe seu sua seus suas meu minha nosso nossa cada todo todos toda todas outro outra outros outras mesmo mesma então assim depois antes durante enquanto explique escreva descreva liste compare resuma traduza`,
  nl: `de het een en of maar als dan dat die dit deze is zijn was waren ben bent wordt worden werd werden heeft hebben had kan kunnen kon moet moeten zal zullen zou niet geen van te tot in op aan bij voor uit met zonder over onder tussen
    door tijdens na naar om tegen sinds waar waarom hoe wat welke wie alle alles beide elke elk meer meest andere enkele alleen ook zeer zo het hij zij ze hun haar hem wij we ons onze je jij jouw u uw ik mij mijn zich er omdat terwijl
    hoewel dus echter nog al weer altijd nooit hier daar leg schrijf beschrijf noem geef vergelijk vertaal`,
  sv: `och att det som en ett är av för på med den till inte har de om var jag han hon så från vi kan man när där men sig vid hade eller vad nu också efter bara skulle mycket då sin ut mot här detta denna dessa ska blir blev varit
    mellan under genom utan över än ännu alla andra hur varför vilken vilket vilka deras dess dem oss er ni du mig dig min din sitt sina eftersom medan förklara skriv beskriv jämför`,
  da: `og at det som en et er af for på med den til ikke har de om var jeg han hun så fra vi kan man når der men sig ved havde eller hvad nu også efter kun ville meget da sin ud mod her dette denne disse skal bliver blev været
    mellem under gennem uden over end endnu alle andre hvordan hvorfor hvilken deres dem os du mig dig min din fordi mens forklar skriv beskriv`,
  pl: `i w na z się nie do jest to że jak o po ale od za co przez dla są tak czy był była było były może tylko przy lub oraz ten ta te tego tej tym tych który która które których jego jej ich jeśli gdy kiedy gdzie dlaczego
    ponieważ aby także też już jeszcze bardzo bez pod nad między ze we ku być ma mają można przed wyjaśnij napisz opisz porównaj wymień przetłumacz`,
  cs: `a v na se je že to s z do o k i ale od za po pro jako jsou byl byla bylo byly může jen při nebo ten ta tento tato toto který která které jeho její jejich pokud když kde proč protože aby také už ještě velmi bez pod nad mezi
    ve ze být má mají lze před vysvětli napiš popiš porovnej`,
  tr: `ve bir bu da de için ile çok daha olarak olan gibi en ne var kadar ama sonra o ki mi mı her veya ya değil nasıl neden hangi kim bunu şu ben sen biz siz onlar onun olur oldu olduğu ise göre ancak hem yok açıkla yaz listele karşılaştır`,
  ru: `и в во не что он на я с со как а то все она так его но да ты к у же вы за бы по только ее её мне было вот от меня еще ещё нет о из ему когда даже ну если уже или ни быть был была были него до вас нибудь уж вам
    для мы тебя их чем сам чтоб чтобы без будто чего раз тоже себе под будет кто этот того потому этого какой который которая которые это эта эти при через между также однако поэтому является являются может могут почему зачем где какая какое какие каком каких
    объясни напиши опиши сравни перечисли переведи назови`,
  uk: `і й в у не що він на я з із зі як а то все вона так його але та ти до же ви за б би по тільки її мені було ось від мене ще ні про коли навіть якщо вже або бути був була були для ми їх чим без це цей ця ці який яка які
    при через між також однак тому є може можуть чому де поясни напиши опиши порівняй`,
  vi: `và của là không các những được trong với này đó hãy tôi bạn để như về từ có thể nào vì sao khi đã sẽ đang rất cũng hoặc nếu thì một mọi giải thích viết tóm tắt sánh dịch liệt kê`,
  id: `yang ke dari untuk dengan itu pada adalah tidak akan atau dalam sebagai saya anda kami mereka bisa dapat oleh karena jika tolong jelaskan bandingkan tuliskan buatkan
    ringkas terjemahkan bagaimana mengapa antara sebuah tentang lebih juga sudah belum harus tersebut secara setiap`,
};

/** How a language is called in a sentence of ours. */
export const LANGUAGE_NAMES: Readonly<Record<string, string>> = {
  en: "English",
  de: "German",
  fr: "French",
  es: "Spanish",
  it: "Italian",
  pt: "Portuguese",
  nl: "Dutch",
  sv: "Swedish",
  da: "Danish",
  pl: "Polish",
  cs: "Czech",
  tr: "Turkish",
  ru: "Russian",
  uk: "Ukrainian",
  vi: "Vietnamese",
  id: "Indonesian",
  hu: "Hungarian",
  ro: "Romanian",
  sr: "Serbian",
  fa: "Persian",
  ur: "Urdu",
  zh: "Chinese",
  ja: "Japanese",
  ko: "Korean",
  ar: "Arabic",
  he: "Hebrew",
  el: "Greek",
  hi: "Hindi",
  th: "Thai",
};
