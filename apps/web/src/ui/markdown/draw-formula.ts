import "temml/dist/Temml-Local.css";
import temml from "temml";

/** A separate file, loaded on demand, because few records have formulas. */
export const drawFormula = temml.render;
