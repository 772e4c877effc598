import "temml/dist/Temml-Local.css";

import temml from "temml";

/** Apart from what asks for it: few records have formulas. */
export const drawFormula = temml.render;
