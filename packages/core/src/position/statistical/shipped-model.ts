import { type StatisticalModel, statisticalModel } from "./statistical-model.js";
import { CLASSIFIER_WEIGHTS } from "./weights.generated.js";

/** The model that comes with the package. */
export const shippedModel: StatisticalModel = statisticalModel(CLASSIFIER_WEIGHTS);
