import { fieldFromWire, fieldToWire, questionFromWire, questionToWire } from "@postil/contract/feedback/parts-mapping";
import type { Field } from "@postil/domain/datasets/field";
import type { Question } from "@postil/domain/datasets/question";
import {
  type DraftFault,
  type DraftFieldForm,
  type DraftQuestionForm,
  draftFieldFault,
  draftFieldForm,
  draftFieldWith,
  draftQuestionFault,
  draftQuestionForm,
  draftQuestionWith,
} from "@postil/domain/settings/draft-form";
import { isEdited } from "@postil/domain/settings/settings-form";
import { useQueryClient } from "@tanstack/react-query";
import { t } from "i18next";
import { useEffect, useRef, useState } from "react";
import { api } from "../../lib/api/api.ts";
import { failureOf } from "../../lib/api/failure.ts";
import { fieldsQuery, questionsQuery, readFields, readQuestions } from "../../lib/api/queries/dataset-parts.ts";
import { notify } from "../../lib/toasts/store.ts";
import { useReorder } from "../../ui/reorder.tsx";
import { draftKey, draftOf, useDrafts } from "./drafts.tsx";
import "../../lib/i18n/en/drafts.ts";
import { isNew, listed, NEW, type Part, type Stored } from "./parts.ts";

/** A part of a draft: everything of it can change, and it may be new (DSB-03). */
export type DraftPart<Entity extends { readonly id: string; readonly updatedAt: number }, Form> = Part<Entity, Form> & {
  readonly with: (entity: Entity, form: Form) => Entity;
  readonly faultOf: (form: Form, entity: Entity) => DraftFault | null;
  /** A new one, empty; `id` without its mark. */
  readonly make: (id: string, isFirst: boolean) => Entity;
  readonly remove: (entity: Entity) => Promise<unknown>;
};

const unsaved = { name: "", title: "", description: null, insertedAt: 0, updatedAt: 0 } as const;

/** If another part of the list has this name, or whatever `keyOf` gives. */
function othersHave<Entity extends { readonly id: string }>(
  list: readonly Entity[],
  keyOf: (entity: Entity) => string | null,
) {
  const ids = new Map(list.map((entity) => [keyOf(entity), entity.id]));
  return ({ id }: { readonly id: string }) =>
    (value: string) =>
      (ids.get(value) ?? id) !== id;
}

export function draftFields(datasetId: string, fields: readonly Field[]): DraftPart<Field, DraftFieldForm> {
  const isTaken = othersHave(fields, ({ name }) => name);
  const faultOf = (form: DraftFieldForm, field: Field) => draftFieldFault(form, isTaken(field));
  const part = listed(readFields, fieldsQuery, draftFieldForm);
  return {
    ...part,
    kind: "draftField",
    with: draftFieldWith,
    faultOf,
    isValid: (form, field) => faultOf(form, field) === null,
    isEdited: (field, form) => isNew(field) || isEdited(draftFieldForm(field), form),
    reread: async (field) => (isNew(field) ? field : part.reread(field)),
    make: (id, isFirst) => ({
      ...{ ...unsaved, id: NEW + id, datasetId, required: isFirst },
      settings: { type: "text", useMarkdown: false },
    }),
    save: async (field, form) => {
      const { name, title, description, required, settings } = fieldToWire(draftFieldWith(field, form));
      const body = { name, title, description, required, settings };
      return fieldFromWire(
        isNew(field)
          ? await api.call("createField", { params: { dataset_id: datasetId }, body })
          : await api.call("replaceField", { params: { field_id: field.id }, body }),
      );
    },
    keep: (client, field) => {
      client.setQueryData<Field[]>(fieldsQuery(datasetId).queryKey, kept(field));
      // Questions about its spans follow its name.
      void client.invalidateQueries({ queryKey: questionsQuery(datasetId).queryKey });
    },
    remove: (field) => api.call("deleteField", { params: { field_id: field.id } }),
  };
}

export function draftQuestions(
  datasetId: string,
  questions: readonly Question[],
  fields: readonly Field[],
): DraftPart<Question, DraftQuestionForm> {
  const isTaken = othersHave(questions, ({ name }) => name);
  const isMarked = othersHave(questions, ({ settings }) => (settings.type === "span" ? settings.field : null));
  const names = fields.map(({ name }) => name);
  const faultOf = (form: DraftQuestionForm, question: Question) =>
    draftQuestionFault(form, { isTaken: isTaken(question), fields: names, isMarked: isMarked(question) });
  const part = listed(readQuestions, questionsQuery, draftQuestionForm);
  return {
    ...part,
    kind: "draftQuestion",
    with: draftQuestionWith,
    faultOf,
    isValid: (form, question) => faultOf(form, question) === null,
    isEdited: (question, form) => isNew(question) || isEdited(draftQuestionForm(question), form),
    reread: async (question) => (isNew(question) ? question : part.reread(question)),
    make: (id, isFirst) => ({
      ...{ ...unsaved, id: NEW + id, datasetId, required: isFirst },
      settings: { type: "label_selection", options: [], visibleOptions: null },
    }),
    save: async (question, form) => {
      const { name, title, description, required, settings } = questionToWire(draftQuestionWith(question, form));
      const body = { name, title, description, required, settings };
      return questionFromWire(
        isNew(question)
          ? await api.call("createQuestion", { params: { dataset_id: datasetId }, body })
          : await api.call("replaceQuestion", { params: { question_id: question.id }, body }),
      );
    },
    keep: (client, question) =>
      void client.setQueryData<Question[]>(questionsQuery(datasetId).queryKey, kept(question)),
    remove: (question) => api.call("deleteQuestion", { params: { question_id: question.id } }),
  };
}

/** In its place in the list, or at its end if it is new there. */
const kept =
  <Entity extends { readonly id: string }>(entity: Entity) =>
  (list: Entity[] | undefined): Entity[] | undefined =>
    list?.some(({ id }) => id === entity.id)
      ? list.map((other) => (other.id === entity.id ? entity : other))
      : list?.concat(entity);

export const faultText = (fault: DraftFault | null): string | null =>
  fault && t(`drafts.fault.${fault.fault}`, { count: "count" in fault ? fault.count : 0 });

export type AnyForm = DraftFieldForm | DraftQuestionForm;
export type AnyPart = Stored & { readonly name: string; readonly title: string };

/** The stored parts and the new ones, as they are typed now: for the preview. */
export function useShown<Entity extends AnyPart, Form extends AnyForm>(
  part: DraftPart<Entity, Form>,
  items: readonly Entity[],
): readonly Entity[] {
  const drafts = useDrafts();
  return [...items, ...useNewOnes(part)].map((item) => {
    const shown = part.with(item, draftOf(drafts, part, item).form);
    const title = t(part.kind === "draftField" ? "drafts.list.newField" : "drafts.list.newQuestion");
    return { ...shown, name: shown.name || item.id, title: shown.title || title };
  });
}

/** The parts that are not on the server yet, the oldest first. */
export function useNewOnes<Entity extends Stored, Form>(part: DraftPart<Entity, Form>): readonly Entity[] {
  const { drafts } = useDrafts();
  const mark = draftKey(part.kind, NEW);
  return Object.keys(drafts)
    .filter((key) => key.startsWith(mark))
    .map((key) => part.make(key.slice(mark.length), false));
}

export const queryOf = (kind: "fields" | "questions", datasetId: string) =>
  kind === "fields" ? fieldsQuery(datasetId) : questionsQuery(datasetId);

/** The parts in the order of the moment. It is saved when a part is put down (DSB-05). */
export function useOrder<Entity extends AnyPart>({
  datasetId,
  kind,
  items,
}: {
  datasetId: string;
  kind: "fields" | "questions";
  items: readonly Entity[];
}) {
  const client = useQueryClient();
  const [order, setOrder] = useState<readonly string[] | null>(null);
  const byId = new Map(items.map((item) => [item.id, item]));
  const isWhole = order !== null && order.length === items.length && order.every((id) => byId.has(id));
  const ordered = isWhole ? order.flatMap((id) => byId.get(id) ?? []) : items;
  const reorder = useReorder({
    items: ordered.map(({ id, name }) => ({ value: id, text: name })),
    onMove: (from, to) => {
      const ids = ordered.map(({ id }) => id);
      setOrder(ids.toSpliced(from, 1).toSpliced(to, 0, ids[from] ?? ""));
    },
    onPutBack: () => setOrder(null),
  });
  const isDown = order !== null && reorder.lifted === null;
  const saving = useRef(Promise.resolve());
  useEffect(() => {
    if (!isDown || order === null) return;
    const { queryKey } = queryOf(kind, datasetId);
    const save = async () => {
      const body = kind === "fields" ? { fields: [...order] } : { questions: [...order] };
      try {
        await api.call("orderParts", { params: { dataset_id: datasetId }, body });
      } catch (error) {
        if (failureOf(error) === null) throw error;
        // The call that reads the list again takes away what is said before it.
        await client.invalidateQueries({ queryKey });
        notify({ message: t("drafts.list.notMoved"), type: "warning" });
      }
      setOrder((now) => (now === order ? null : now));
    };
    client.setQueryData<readonly Entity[]>(queryKey, (list) => list && inOrder(list, order));
    // In the order in which they were put down.
    saving.current = saving.current.then(save);
  }, [isDown, order, kind, datasetId, client]);
  return { ordered, reorder };
}

function inOrder<Entity extends { readonly id: string }>(list: readonly Entity[], ids: readonly string[]) {
  const places = new Map(ids.map((id, place) => [id, place]));
  return list.toSorted((one, other) => (places.get(one.id) ?? ids.length) - (places.get(other.id) ?? ids.length));
}
