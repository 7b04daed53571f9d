import type { Language } from "./language/function-words.js";

/** What the model says in its own words. Everything else it states is quoted. */
export interface Phrases {
  /** The evidence does not answer. */
  readonly unknown: string;
  /** Nothing was given to answer from. */
  readonly noEvidence: string;
  /** Free writing is asked for. */
  readonly cannotInvent: string;
}

export const PHRASES: Readonly<Record<Language, Phrases>> = {
  en: {
    unknown: "The given sources do not say this.",
    noEvidence: "Nothing was given that answers this, and this model has no knowledge of its own.",
    cannotInvent: "This model only quotes and rearranges what it is given; it cannot write new text.",
  },
  de: {
    unknown: "Die vorliegenden Quellen sagen dazu nichts.",
    noEvidence: "Es liegt nichts vor, das dies beantwortet, und dieses Modell hat kein eigenes Wissen.",
    cannotInvent: "Dieses Modell gibt nur wieder, was ihm vorliegt; neue Texte kann es nicht schreiben.",
  },
  fr: {
    unknown: "Les sources fournies ne le disent pas.",
    noEvidence: "Rien de ce qui est fourni n'y répond, et ce modèle n'a pas de connaissances propres.",
    cannotInvent:
      "Ce modèle ne fait que citer et réordonner ce qui lui est fourni ; il ne peut pas écrire de texte nouveau.",
  },
  es: {
    unknown: "Las fuentes dadas no lo dicen.",
    noEvidence: "No se ha dado nada que lo responda, y este modelo no tiene conocimientos propios.",
    cannotInvent: "Este modelo solo cita y reordena lo que se le da; no puede escribir textos nuevos.",
  },
};
