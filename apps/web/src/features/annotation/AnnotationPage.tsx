/** Everything of the annotation page below the header. */
export function AnnotationPage({ datasetId }: { datasetId: string }) {
  return <main id="content" data-dataset={datasetId} />;
}
