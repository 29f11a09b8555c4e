/** The fields of a form, read from the schema of a template's parameters. */
import { z } from 'zod';
import type { TaskCommand } from '../pipelines.ts';
import { fileNameOfKey } from '../taskFiles.ts';
import type { TaskTemplate } from './template.ts';

export interface TemplateField {
  readonly name: string;
  readonly title: string;
  readonly description: string | undefined;
  readonly kind: 'text' | 'number' | 'switch' | 'choice' | 'database' | 'lines' | 'table' | 'secret' | 'file' | 'date';
  /** Values of a choice, with what forms call them. */
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly standard: TaskCommand[string] | undefined;
}

/** Fields in the order of the parameters. */
export function fieldsOf({ parameters }: Pick<TaskTemplate, 'parameters'>): readonly TemplateField[] {
  const { properties = {} } = Shape.parse(z.toJSONSchema(parameters, { io: 'input', unrepresentable: 'any' }));
  return Object.entries(properties).map(([name, property]) => ({
    name,
    title: property.title ?? name,
    description: property.description,
    kind: kindOf(property),
    options: (property.enum ?? []).map((value) => ({ value, label: property.options?.[value] ?? value })),
    standard: property.default,
  }));
}

const Property = z.object({
  title: z.string().optional(),
  description: z.string().optional(),
  control: z.string().optional(),
  type: z.string().optional(),
  enum: z.array(z.string()).optional(),
  options: z.record(z.string(), z.string()).optional(),
  default: z.json().optional(),
});
const Shape = z.object({ properties: z.record(z.string(), Property).optional() });

const CONTROLS = ['lines', 'table', 'database', 'secret', 'file', 'date'] as const;

function kindOf({ control, type, enum: options }: z.infer<typeof Property>): TemplateField['kind'] {
  const known = CONTROLS.find((one) => one === control);
  if (known !== undefined) return known;
  if (options !== undefined) return 'choice';
  if (type === 'boolean') return 'switch';
  return type === 'number' || type === 'integer' ? 'number' : 'text';
}

/** A parameter as people read it: the words of a choice, the name of a file without its checksum, a list as lines. */
export function valueWords({ kind, options }: TemplateField, value: TaskCommand[string] | undefined): string {
  if (value === undefined || value === null) return '';
  if (kind === 'switch') return value === true ? 'Yes' : 'No';
  if (Array.isArray(value)) return value.map((one) => (typeof one === 'string' ? one : JSON.stringify(one))).join('\n');
  if (typeof value === 'object') return JSON.stringify(value);
  const text = String(value);
  if (kind === 'file') return fileNameOfKey(text);
  return options.find((option) => option.value === text)?.label ?? text;
}
