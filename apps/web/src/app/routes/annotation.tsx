import { useParams } from "@tanstack/react-router";
import { AnnotationPage } from "../../features/feedback/AnnotationPage.tsx";
import { PageFrame } from "../../ui/layouts/frame.tsx";
import { DatasetHeader, DatasetPictures, useDatasetAccess } from "../feedback-dataset.tsx";
import { LostInstead } from "../lost-instead.tsx";
import { useGoToRecord } from "../use-go-to-record.ts";

// chunk: annotation

/** The annotation page of a feedback dataset. It loads its data itself. This component only watches access. */
export function Annotation() {
  const { id = "" } = useParams({ from: "/inside/dataset/{-$id}/annotation-mode" });
  const lost = useDatasetAccess(id);
  const goToRecord = useGoToRecord();
  if (lost !== null) return <LostInstead {...lost} />;
  return (
    <PageFrame header={<DatasetHeader id={id} />}>
      <DatasetPictures id={id}>
        <AnnotationPage key={id} datasetId={id} onGoToRecord={goToRecord} />
      </DatasetPictures>
    </PageFrame>
  );
}
