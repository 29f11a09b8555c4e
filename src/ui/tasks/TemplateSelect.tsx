import { type ComboboxItem, type OptionsFilter, Select, type SelectProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { TASK_TYPE_WORDS, type TaskType } from '../../domain/runs.ts';
import { TASK_TEMPLATES } from '../../domain/taskTemplates/catalogue.ts';
import type { TaskTemplate } from '../../domain/taskTemplates/template.ts';
import { said } from '../language/language.ts';
import classes from './tasks.module.css';
import { texts } from './texts.ts';

interface TemplateSelectProps extends Pick<SelectProps, 'label' | 'aria-label' | 'placeholder' | 'description' | 'error'> {
  /** Id of the chosen template; null: none is chosen. */
  readonly value: string | null;
  /** Why a template cannot be chosen, in a few words; undefined where it can. */
  readonly whyNot?: (template: TaskTemplate) => string | undefined;
  readonly onChoose: (template: string) => void;
}

/** Chooses a kind of task: grouped by Import, Transform and Export, searched in names and descriptions. */
export function TemplateSelect({ whyNot, onChoose, ...field }: TemplateSelectProps): ReactNode {
  return (
    <Select
      {...field}
      data={TYPES.map((type) => ({
        group: said(TASK_TYPE_WORDS[type]),
        items: TASK_TEMPLATES.filter(({ task_type }) => task_type === type).map((template) => {
          const why = whyNot?.(template);
          return {
            value: template.id,
            label: why === undefined ? said(template.name) : `${said(template.name)} (${why})`,
            disabled: why !== undefined,
          };
        }),
      }))}
      filter={byWords}
      renderOption={({ option }) => <Option option={option} />}
      nothingFoundMessage={texts.noTaskFound}
      searchable
      selectFirstOptionOnChange
      maxDropdownHeight={320}
      onChange={(id) => id !== null && onChoose(id)}
    />
  );
}

const TYPES = [1, 2, 3] as const satisfies readonly TaskType[];

function Option({ option: { value, label } }: { readonly option: ComboboxItem }): ReactNode {
  return (
    <span className={classes['template']}>
      {label}
      {/* the field says it once the task is chosen */}
      <span className={classes['templateSummary']} aria-hidden>
        {said(TASK_TEMPLATES.find(({ id }) => id === value)?.summary ?? '')}
      </span>
    </span>
  );
}

/** Every typed word is in the name, the description or the type; those whose name begins with the text come first in their group. */
const byWords: OptionsFilter = ({ options, search }) => {
  const words = search.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const textOf = (id: string, type: string): string => {
    const template = TASK_TEMPLATES.find((one) => one.id === id);
    return template === undefined ? '' : `${said(template.name)} ${said(template.summary)} ${type}`.toLocaleLowerCase();
  };
  return options.flatMap((group) => {
    if (!('group' in group)) return [];
    const type = typeof group.group === 'string' ? group.group : '';
    const items = group.items.filter((item) => words.every((word) => textOf(item.value, type).includes(word)));
    return items.length === 0 ? [] : [{ ...group, items }];
  });
};
