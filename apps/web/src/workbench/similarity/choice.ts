export type Choice<Value extends string> = {
  readonly value: Value;
  readonly text: string;
  readonly disabled?: boolean;
};

export type ChoiceListProps = {
  label: string;
  choices: readonly Choice<string>[];
  selected: string;
  onChoose: (value: string) => void;
};
