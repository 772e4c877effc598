import type { QuestionSettings, QuestionType } from "@postil/domain/datasets/question";
import type { SettingsChange } from "@postil/domain/settings/settings-change";
import type { WireQuestionSettings } from "../entities/questions.ts";
import type { ChangedQuestionSettings } from "../inputs/question-settings.ts";

/** The wire's name of a settings member; the other members have the same name there. */
const WIRE_NAME = {
  useMarkdown: "use_markdown",
  visibleOptions: "visible_options",
  optionsOrder: "options_order",
  allowOverlapping: "allow_overlapping",
  allowCharacterAnnotation: "allow_character_annotation",
} as const;
type WireName = typeof WIRE_NAME;
type OwnName = { readonly [Own in keyof WireName as WireName[Own]]: Own };

/** Renames the members of settings. If the wire spells a member in another way, the code does not compile. */
type Renamed<Settings, Names> = Settings extends unknown
  ? { [Name in keyof Settings as Name extends keyof Names ? Names[Name] & string : Name]: OwnList<Settings[Name]> }
  : never;
type OwnList<Value> = Value extends readonly (infer Item)[] ? Item[] : Value;

/** The members of a change of settings that the wire takes for a type. */
type Changeable<Type extends QuestionType> = keyof SettingsChange &
  Exclude<keyof Renamed<Extract<ChangedQuestionSettings, { type: Type }>, OwnName>, "type">;

/** The members that can change, by question type (api-v1 6.7). */
const CHANGEABLE: { readonly [Type in QuestionType]: readonly Changeable<Type>[] } = {
  text: ["useMarkdown"],
  rating: [],
  ranking: [],
  label_selection: ["options", "visibleOptions"],
  multi_label_selection: ["options", "visibleOptions", "optionsOrder"],
  span: ["options", "visibleOptions", "allowOverlapping"],
};

type Spelling = { readonly [name: string]: string };

function renamed<Settings extends object, Names extends Spelling>(settings: Settings, names: Names) {
  const nameOf: Spelling = names;
  const members = Object.entries(settings).map(([name, value]) => [
    nameOf[name] ?? name,
    Array.isArray(value) ? [...value] : value,
  ]);
  return Object.fromEntries(members) as Renamed<Settings, Names>;
}

const OWN_NAME = Object.fromEntries(Object.entries(WIRE_NAME).map(([own, wire]) => [wire, own])) as OwnName;

export const questionSettingsToWire = (settings: QuestionSettings): WireQuestionSettings =>
  renamed(settings, WIRE_NAME);

export const questionSettingsFromWire = (wire: WireQuestionSettings): QuestionSettings => renamed(wire, OWN_NAME);

/** A change of settings for a request; members that the type does not have, and unchanged ones, are left out. */
export function settingsChangeToWire(change: SettingsChange): ChangedQuestionSettings {
  const { type } = change;
  const members = CHANGEABLE[type].flatMap((name) => (change[name] === undefined ? [] : [[name, change[name]]]));
  // It has this type and only its members.
  return { type, ...renamed(Object.fromEntries(members), WIRE_NAME) } as ChangedQuestionSettings;
}
