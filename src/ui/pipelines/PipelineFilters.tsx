import { MultiSelect, Select, TextInput, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { loadPipelineTags } from '../../commands/pipelines/loadPipelines.ts';
import { changeSettings } from '../../commands/settings/changeSettings.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { PIPELINE_SORTS, pipelineViewOf, recentTagsAfter, timeError } from '../../projections/pipelineState.ts';
import { queryPairs, queryText } from '../../domain/queryText.ts';
import { searchWith } from '../../projections/taskAddress.ts';
import { useView } from '../parts/appState.ts';
import { useOpenPlace } from '../parts/Link.tsx';
import classes from './pipelines.module.css';
import { texts } from './texts.ts';

/** Narrows the list by tags and by a time of the schedule, and sorts it. The five tags used last are offered below. */
export function PipelineFilters(): ReactNode {
  const dispatch = useDispatch();
  const open = useOpenPlace();
  const search = useView((view) => view.location.search);
  const known = useView((view) => view.pipelines.tags.value);
  const recent = useView((view) => view.settings.recentPipelineTags);
  const expanded = useView((view) => view.settings.pipelineTagsExpanded);
  const at = pipelineViewOf(search);
  const go = (next: string): void => open('/pipelines', next, { replace: true });
  const choose = (tags: readonly string[]): void => {
    const added = tags.find((tag) => !at.tags.includes(tag));
    if (added !== undefined) dispatch(changeSettings({ changes: { recentPipelineTags: [...recentTagsAfter(recent, added)] } }));
    go(withTags(search, tags));
  };
  const offered = recent.filter((tag) => !at.tags.includes(tag));
  const Chevron = expanded ? IconChevronDown : IconChevronRight;
  return (
    <div className={classes['filters']}>
      <MultiSelect
        size="xs"
        aria-label={texts.tags}
        placeholder={at.tags.length === 0 ? texts.tags : ''}
        className={classes['tags'] ?? ''}
        data={[...new Set([...at.tags, ...(known ?? []).map(({ tag }) => tag)])]}
        value={[...at.tags]}
        searchable
        clearable
        nothingFoundMessage={texts.noSuchTag}
        maxDropdownHeight={260}
        onChange={choose}
        onSearchChange={(filter) => filter !== '' && dispatch(loadPipelineTags({ filter }))}
        onDropdownOpen={() => dispatch(loadPipelineTags({ filter: '' }))}
      />
      <TimeFilter key={at.time} value={at.time} onFilter={(time) => go(searchWith(search, { time }))} />
      <Select
        size="xs"
        aria-label={texts.sortPipelines}
        className={classes['sort'] ?? ''}
        data={Object.entries(PIPELINE_SORTS).map(([value, label]) => ({ value, label }))}
        value={at.sort}
        onChange={(sort) => go(searchWith(search, { sort: sort === null || sort === 'region' ? undefined : sort }))}
      />
      {recent.length > 0 && (
        <div className={classes['recent']}>
          <UnstyledButton
            className={classes['recentHead']}
            aria-expanded={expanded}
            onClick={() => dispatch(changeSettings({ changes: { pipelineTagsExpanded: !expanded } }))}
          >
            <Chevron size={13} aria-hidden /> {texts.recentTags}
          </UnstyledButton>
          {expanded &&
            offered.map((tag) => (
              <UnstyledButton key={tag} className={classes['recentTag']} onClick={() => choose([...at.tags, tag])}>
                {tag}
              </UnstyledButton>
            ))}
        </div>
      )}
    </div>
  );
}

function TimeFilter({ value, onFilter }: { value: string; onFilter: (time: string) => void }): ReactNode {
  const [typed, setTyped] = useState(value);
  const wrong = timeError(typed);
  const say = (): void => {
    if (wrong === undefined && typed.trim() !== value) onFilter(typed.trim());
  };
  return (
    <TextInput
      size="xs"
      aria-label={texts.schedule}
      placeholder={texts.scheduleSuchAs330}
      className={classes['time'] ?? ''}
      value={typed}
      error={wrong}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={say}
      onKeyDown={(event) => event.key === 'Enter' && say()}
    />
  );
}

function withTags(search: string, tags: readonly string[]): string {
  return queryText([...queryPairs(search).filter(([name]) => name !== 'tag'), ...tags.map((tag) => ['tag', tag] as const)]);
}
