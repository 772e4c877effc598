import type { Question } from "@postil/domain/datasets/question";
import type { WireQuestion } from "../entities/questions.ts";
import { times, timesFromWire } from "../wire/time.ts";
import { questionSettingsFromWire, questionSettingsToWire } from "./question-settings.ts";

export const questionToWire = (question: Question): WireQuestion => ({
  id: question.id,
  name: question.name,
  title: question.title,
  description: question.description,
  required: question.required,
  settings: questionSettingsToWire(question.settings),
  dataset_id: question.datasetId,
  ...times(question),
});

export const questionFromWire = (wire: WireQuestion): Question => ({
  id: wire.id,
  name: wire.name,
  title: wire.title,
  description: wire.description,
  required: wire.required,
  settings: questionSettingsFromWire(wire.settings),
  datasetId: wire.dataset_id,
  ...timesFromWire(wire),
});
