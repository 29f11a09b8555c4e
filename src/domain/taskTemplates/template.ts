/** What a kind of task is: its name, where its program is kept, and its parameters, of which forms are made. */
import { z } from 'zod';
import type { TaskType } from '../runs.ts';

export interface TaskTemplate {
  /** Name in addresses: `import-url`. */
  readonly id: string;
  readonly name: string;
  /** Where its program is kept: `builtin:` and its id. */
  readonly s3_url: string;
  readonly task_type: TaskType;
  /** One sentence. */
  readonly summary: string;
  readonly parameters: z.ZodObject;
}

/** Declares a kind of task that the product brings with it. */
export function builtin<P extends z.ZodObject>(
  template: Omit<TaskTemplate, 's3_url' | 'parameters'> & { parameters: P },
): TaskTemplate & { parameters: P } {
  return { ...template, s3_url: `builtin:${template.id}` };
}

/** How a form asks for a parameter where its type alone does not say it. */
export type FieldControl = 'secret' | 'database' | 'lines' | 'table' | 'file' | 'date';

/** Words of a parameter's field. */
export interface FieldWords {
  readonly title: string;
  readonly description?: string;
  readonly control?: FieldControl;
  /** What forms call the values of a choice. */
  readonly options?: Readonly<Record<string, string>>;
}

/** A parameter with the words of its field. */
export function field<S extends z.ZodType>(schema: S, words: FieldWords): S {
  return schema.meta({ ...words });
}

/** Name of a secret (never the secret itself). */
export const secretName = (words: FieldWords) => field(z.string().max(60).default(''), { ...words, control: 'secret' });

/** A calendar date, or nothing. */
export const optionalDate = (words: FieldWords) =>
  field(z.union([z.literal(''), z.iso.date('A date is written as YYYY-MM-DD')]).default(''), { ...words, control: 'date' });

/** Texts, one a line. */
export const lines = (words: FieldWords) => field(z.array(z.string().trim().min(1).max(400)).max(500).default([]), { ...words, control: 'lines' });
