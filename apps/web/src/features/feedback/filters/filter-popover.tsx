import type { FilterGroup } from "@postil/domain/search/filter-offer";
import type { FilterScope } from "@postil/domain/search/record-criteria";
import type { ReactNode } from "react";
import type { FilterEditing } from "../../../workbench/filters/filter-group.tsx";
import { Level } from "../../../workbench/filters/level.tsx";
import { AnswerEditor } from "./answer-editor.tsx";
import { MetadataEditor } from "./metadata-editor.tsx";
import { PropertyChooser, QuestionChooser } from "./scope-chooser.tsx";
import { SuggestionEditor } from "./suggestion-editor.tsx";
import type { FilterOffer } from "./use-filter-offer.ts";

type FilterPopoverProps = FilterEditing & { group: FilterGroup; offer: FilterOffer };

/** What opens below a filter button: first what to filter by, then its values (design/filters.md#values). */
export function FilterPopover({ group, offer, filters, onChange, at, onAt, from }: FilterPopoverProps) {
  const questions = offer.questions.state === "ready" ? offer.questions.items : [];
  const properties = offer.properties.state === "ready" ? offer.properties.items : [];
  const editor = { filters, onChange };
  const level = (title: string, content: ReactNode) => (
    <Level key={title} title={title} isName onBack={() => onAt(null)}>
      {content}
    </Level>
  );
  if (at?.entity === "metadata") {
    const property = properties.find(({ name }) => name === at.property);
    const { datasetId } = offer;
    if (property !== undefined) {
      const { title } = property;
      return level(title, <MetadataEditor {...editor} {...{ datasetId, property, title, scope: at }} />);
    }
  } else if (at !== null) {
    const question = questions.find(({ name }) => name === at.question);
    if (question !== undefined && at.entity === "response") {
      return level(question.title, <AnswerEditor {...editor} question={question} title={question.title} scope={at} />);
    }
    if (question !== undefined && at.entity === "suggestion") {
      return level(
        question.title,
        <SuggestionEditor
          {...editor}
          datasetId={offer.datasetId}
          question={question}
          title={question.title}
          part={at.property}
          onPart={(property) => onAt({ ...at, property })}
        />,
      );
    }
  }
  const choosing = { filters, onChoose: onAt };
  return (
    <Level key="" {...(from === null ? {} : { first: `[data-scope="${CSS.escape(nameOf(from))}"]` })}>
      {group === "metadata" ? (
        <PropertyChooser {...choosing} datasetId={offer.datasetId} properties={properties} />
      ) : (
        <QuestionChooser {...choosing} group={group} questions={questions} />
      )}
    </Level>
  );
}

function nameOf(scope: FilterScope): string {
  return scope.entity === "metadata" ? scope.property : scope.question;
}
