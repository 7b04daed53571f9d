import type { Language } from "./language/function-words.js";

/** What the model says in its own words. Everything else it states is quoted. */
export interface Phrases {
  /** The evidence does not answer. */
  readonly unknown: string;
  /** The evidence answers for some of the named things; the others follow. */
  readonly unsaidOf: string;
  /** The evidence answers some of several questions; the others follow. */
  readonly unansweredOf: string;
  /** Nothing was given to answer from. */
  readonly noEvidence: string;
  /** Free writing is asked for. */
  readonly cannotInvent: string;
  /** A conversion or change that needs understanding is asked for. */
  readonly cannotChange: string;
  /** A call was refused; the names of such calls follow, each with the reason. */
  readonly refused: string;
  /** No choice follows from the evidence. */
  readonly noChoice: string;
  /** One thing alone meets what is required; its name follows and the statements come after. */
  readonly choice: string;
  /** What may still change the choice. */
  readonly open: string;
  /** Verdicts on claims. */
  readonly supported: string;
  readonly refuted: string;
  readonly undecidable: string;
}

export const PHRASES: Readonly<Record<Language, Phrases>> = {
  en: {
    unknown: "The given sources do not say this.",
    unsaidOf: "The given sources do not say it of",
    unansweredOf: "The given sources do not answer:",
    noEvidence: "Nothing was given that answers this, and this model has no knowledge of its own.",
    cannotInvent: "This model only quotes and rearranges what it is given; it cannot write new text.",
    cannotChange: "This model changes only simple forms, such as tables, lists and JSON; it cannot do this change.",
    refused: "This was not done, because a call was refused:",
    noChoice: "The given sources do not settle which one to choose.",
    choice: "Of those compared, the given sources say of one alone that it meets what is required:",
    open: "What is still open:",
    supported: "supported",
    refuted: "refuted",
    undecidable: "not decidable from the given sources",
  },
  de: {
    unknown: "Die vorliegenden Quellen sagen dazu nichts.",
    unsaidOf: "Die vorliegenden Quellen sagen es nicht über",
    unansweredOf: "Die vorliegenden Quellen beantworten nicht:",
    noEvidence: "Es liegt nichts vor, das dies beantwortet, und dieses Modell hat kein eigenes Wissen.",
    cannotInvent: "Dieses Modell gibt nur wieder, was ihm vorliegt; neue Texte kann es nicht schreiben.",
    cannotChange:
      "Dieses Modell ändert nur einfache Formen wie Tabellen, Listen und JSON; diese Änderung kann es nicht.",
    refused: "Dies wurde nicht getan, weil ein Aufruf abgelehnt wurde:",
    noChoice: "Die vorliegenden Quellen entscheiden nicht, was zu wählen ist.",
    choice: "Von den Verglichenen sagen die vorliegenden Quellen nur von einem, dass es das Verlangte erfüllt:",
    open: "Noch offen:",
    supported: "belegt",
    refuted: "widerlegt",
    undecidable: "aus den vorliegenden Quellen nicht entscheidbar, unbelegt",
  },
  fr: {
    unknown: "Les sources fournies ne le disent pas.",
    unsaidOf: "Les sources fournies ne le disent pas de",
    unansweredOf: "Les sources fournies ne répondent pas à :",
    noEvidence: "Rien de ce qui est fourni n'y répond, et ce modèle n'a pas de connaissances propres.",
    cannotInvent:
      "Ce modèle ne fait que citer et réordonner ce qui lui est fourni ; il ne peut pas écrire de texte nouveau.",
    cannotChange:
      "Ce modèle ne change que des formes simples, comme les tableaux, les listes et le JSON ; il ne peut pas faire ce changement.",
    refused: "Cela n'a pas été fait, parce qu'un appel a été refusé :",
    noChoice: "Les sources fournies ne tranchent pas.",
    choice: "Parmi les éléments comparés, les sources fournies disent d'un seul qu'il remplit les exigences :",
    open: "Encore ouvert :",
    supported: "confirmé",
    refuted: "réfuté",
    undecidable: "non décidable d'après les sources fournies, non confirmé",
  },
  es: {
    unknown: "Las fuentes dadas no lo dicen.",
    unsaidOf: "Las fuentes dadas no lo dicen de",
    unansweredOf: "Las fuentes dadas no responden:",
    noEvidence: "No se ha dado nada que lo responda, y este modelo no tiene conocimientos propios.",
    cannotInvent: "Este modelo solo cita y reordena lo que se le da; no puede escribir textos nuevos.",
    cannotChange: "Este modelo solo cambia formas sencillas, como tablas, listas y JSON; no puede hacer este cambio.",
    refused: "No se ha hecho, porque se rechazó una llamada:",
    noChoice: "Las fuentes dadas no deciden cuál elegir.",
    choice: "De lo comparado, las fuentes dadas dicen de uno solo que cumple lo exigido:",
    open: "Aún abierto:",
    supported: "confirmado",
    refuted: "refutado",
    undecidable: "no decidible con las fuentes dadas, no confirmado",
  },
};
