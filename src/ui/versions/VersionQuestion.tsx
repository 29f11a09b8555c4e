import { Alert, Button, TextInput, Tooltip } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useEffect } from 'react';
import { cancelVersionAct, confirmVersionAct, nameClone } from '../../commands/versions/lifecycleSteps.ts';
import { loadOutlook } from '../../commands/versions/loadOutlook.ts';
import type { VersionOutlook } from '../../domain/versionOutlook.ts';
import { reviewPath } from '../../domain/locations.ts';
import { VERSION_NAME_LIMIT, VERSION_NAME_TOO_LONG } from '../../domain/versions.ts';
import { useDispatch, useWorkflow } from '../../kernel/react.tsx';
import type { AskedAct } from '../../machines/versionLifecycleMachine.ts';
import { copyOfVersion } from '../../projections/typedForms.ts';
import { nameOfVersion } from '../../projections/versionLife.ts';
import { changesLeft, originOf, versionOf } from '../../projections/versions.ts';
import { said } from '../language/language.ts';
import { useView } from '../parts/appState.ts';
import { Link } from '../parts/Link.tsx';
import { Modal } from '../parts/Modal.tsx';
import { noteClick } from '../parts/secondClick.ts';
import { useTyped } from '../parts/useTyped.ts';
import classes from './VersionQuestion.module.css';
import { becomesWords, findingsWords } from './outlookWords.ts';
import { WhatDiffers } from './WhatDiffers.tsx';
import { texts } from './texts.ts';

const WORDS: Readonly<Record<AskedAct, { readonly title: string; readonly yes: string; readonly color: string }>> = {
  publish: {
    get title() {
      return texts.publishVersion;
    },
    get yes() {
      return texts.publish;
    },
    color: 'teal',
  },
  makeCurrent: {
    get title() {
      return texts.makeCurrentAgain;
    },
    get yes() {
      return texts.makeCurrent;
    },
    color: 'teal',
  },
  finishEdit: {
    get title() {
      return texts.finishEdit;
    },
    get yes() {
      return texts.finishEdit;
    },
    color: 'teal',
  },
  archive: {
    get title() {
      return texts.archiveVersion;
    },
    get yes() {
      return texts.archive;
    },
    color: 'teal',
  },
  deleteDraft: {
    get title() {
      return texts.deleteDraft;
    },
    yes: 'Delete',
    color: 'red',
  },
  clone: {
    get title() {
      return texts.cloneVersion;
    },
    get yes() {
      return texts.clone;
    },
    color: 'teal',
  },
};

/** The question before an act on a version: a yes, or the name of the copy. Nothing while nothing is asked. */
export function VersionQuestion(): ReactNode {
  const dispatch = useDispatch();
  const step = useWorkflow('versionLifecycle', (snapshot) => String(snapshot.value));
  const act = useWorkflow('versionLifecycle', (snapshot): AskedAct | null => snapshot.context.act);
  const versionId = useWorkflow('versionLifecycle', (snapshot): number => snapshot.context.versionId);
  const messages = useWorkflow('versionLifecycle', (snapshot): readonly string[] => snapshot.context.messages);
  const name = useView((view) => nameOfVersion(view, versionId));
  return (
    <Modal
      opened={act !== null}
      onClose={() => dispatch(cancelVersionAct({}))}
      closeOnClickOutside={false}
      title={act === null ? '' : WORDS[act].title}
      size={520}
      transitionProps={{ duration: 0 }}
    >
      {act !== null && step === 'confirming' && <Confirm act={act} versionId={versionId} name={name} />}
      {step === 'naming' && <NameOfCopy key={versionId} name={name} messages={messages} />}
      {act !== null && step === 'refused' && <Refused messages={messages} />}
    </Modal>
  );
}

function Confirm({ act, versionId, name }: { act: AskedAct; versionId: number; name: string }): ReactNode {
  const dispatch = useDispatch();
  const edits = texts.countOfEdits({ edits: useView((view) => changesLeft(view, versionId)) });
  const origin = useView((view) => {
    const version = versionOf(view, versionId);
    return version ? originOf(view.versionLists[version.DatabaseId]?.value ?? [], version) : undefined;
  });
  const current = useView((view) => {
    const version = versionOf(view, versionId);
    return version && view.versionLists[version.DatabaseId]?.value?.find(({ Current }) => Current);
  });
  const before = useView((view) => {
    const version = versionOf(view, versionId);
    const id = act === 'finishEdit' ? version?.ParentId : current?.Id;
    return id == null || id === versionId ? undefined : id;
  });
  const databaseId = useView((view) => versionOf(view, versionId)?.DatabaseId ?? '');
  // what puts data out is looked at first
  const reviewed = act === 'publish' || act === 'finishEdit' || act === 'makeCurrent';
  const outlook = useOutlook(reviewed ? versionId : undefined);
  const { yes, color } = WORDS[act];
  const errors = outlook?.Errors ?? 0;
  const unapproved = outlook?.Unapproved === undefined ? undefined : said(outlook.Unapproved);
  const refused = unapproved ?? (act === 'publish' || act === 'makeCurrent' ? outlook?.Refused : undefined);
  const says = act === 'publish' && errors > 0 && refused === undefined ? texts.actWithErrors({ act: yes, errors }) : yes;
  const draft = `“${name}” (#${versionId}${origin === undefined ? '' : `, ${origin}`})`;
  return (
    <>
      <p className={classes['text']}>
        {act === 'publish' && texts.publishTitle({ name })}
        {act === 'finishEdit' && (before === undefined ? texts.finishTitleWithEdits({ draft, edits }) : texts.finishTitle({ draft }))}
        {act === 'deleteDraft' && texts.deleteDraftTitle({ draft, edits })}
        {act === 'makeCurrent' &&
          (current === undefined
            ? texts.makeCurrentTitle({ name, versionId })
            : texts.makeCurrentQuestion({ name, versionId, version: current.Version, id: current.Id }))}
        {act === 'archive' && texts.archiveTitle({ name, versionId })}
        {act !== 'makeCurrent' && act !== 'archive' && texts.notUndoable}
      </p>
      {reviewed && <Outlook outlook={outlook} act={act} />}
      {unapproved !== undefined && (
        <p className={classes['text']}>
          {`${unapproved}. `}
          <Link to={reviewPath(databaseId, versionId)}>{texts.openTheReview}</Link>
        </p>
      )}
      {reviewed && before !== undefined && (
        <WhatDiffers
          databaseId={databaseId}
          from={before}
          to={versionId}
          link={act === 'finishEdit' ? texts.compareWithOriginal : texts.compareWithCurrent}
        />
      )}
      <div className={classes['buttons']}>
        <CloseButton />
        <Tooltip label={refused} disabled={refused === undefined}>
          <Button
            data-autofocus
            size="xs"
            color={color}
            {...(refused === undefined ? {} : { 'data-disabled': true, 'aria-disabled': true })}
            onClick={() => {
              if (refused !== undefined) return;
              noteClick();
              dispatch(confirmVersionAct({}));
            }}
          >
            {says}
          </Button>
        </Tooltip>
      </div>
    </>
  );
}

/** What putting the version out would mean; asked again while the version is being checked. */
function useOutlook(versionId: number | undefined): VersionOutlook | undefined {
  const dispatch = useDispatch();
  const value = useView((view) => (versionId === undefined ? undefined : (view.outlooks?.[String(versionId)]?.value ?? undefined)));
  const checking = value?.Checking === true;
  useEffect(() => {
    if (versionId === undefined) return undefined;
    dispatch(loadOutlook({ versionId }));
    const timer = checking ? setInterval(() => dispatch(loadOutlook({ versionId })), ASK_AGAIN) : undefined;
    return () => clearInterval(timer);
  }, [dispatch, versionId, checking]);
  return value;
}

/** Milliseconds after which a version that is being checked is looked at again. */
const ASK_AGAIN = 2000;

function Outlook({ outlook, act }: { outlook: VersionOutlook | undefined; act: AskedAct }): ReactNode {
  const found = outlook && findingsWords(outlook.Errors, outlook.Warnings);
  const fresh = outlook && findingsWords(outlook.NewErrors, outlook.NewWarnings);
  return (
    <ul className={classes['outlook']} aria-label={texts.whatIsFoundInIt}>
      <li data-level={outlook !== undefined && outlook.Errors > 0 ? 'errors' : undefined}>
        {outlook === undefined
          ? texts.loadingFindings
          : (outlook.Checking ? texts.stillBeingChecked : texts.sentence)({
              text: found === undefined ? (outlook.Checking ? texts.nothingFoundYet : texts.noFindings) : texts.foundInIt({ found }),
            })}
      </li>
      {act === 'finishEdit' && outlook !== undefined && <li>{fresh === undefined ? texts.nothingNew : texts.newFindings({ fresh })}</li>}
      {outlook?.Refused !== undefined && !(act === 'finishEdit' && outlook.Checking) && <li data-level="errors">{`${outlook.Refused}.`}</li>}
      {act === 'publish' && outlook !== undefined && outlook.Refused === undefined && <li>{becomesWords(outlook)}</li>}
    </ul>
  );
}

function NameOfCopy({ name, messages }: { name: string; messages: readonly string[] }): ReactNode {
  const dispatch = useDispatch();
  const [{ name: typed, refused }, type] = useTyped(copyOfVersion, { name, refused: null });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    type({ refused: typed });
    dispatch(nameClone({ name: typed }));
  };
  // too long is said while one types; what was refused, until it is typed otherwise
  const tooLong = typed.trim().length > VERSION_NAME_LIMIT ? VERSION_NAME_TOO_LONG : undefined;
  const error = tooLong ?? (refused === typed ? messages[0] : undefined);
  return (
    <form onSubmit={submit} noValidate>
      <p className={classes['text']}>{texts.cloneHint({ name })}</p>
      <TextInput
        data-autofocus
        label={texts.versionName}
        value={typed}
        error={error}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => type({ name: event.currentTarget.value })}
      />
      <div className={classes['buttons']}>
        <CloseButton />
        <Button type="submit" size="xs">
          {WORDS.clone.yes}
        </Button>
      </div>
    </form>
  );
}

function Refused({ messages }: { messages: readonly string[] }): ReactNode {
  return (
    <>
      <Alert color="orange" variant="light" p="xs" icon={<IconAlertTriangle aria-hidden />} role="alert">
        {messages.join(' ')}
      </Alert>
      <div className={classes['buttons']}>
        <CloseButton autofocus />
      </div>
    </>
  );
}

function CloseButton({ autofocus = false }: { autofocus?: boolean }): ReactNode {
  const dispatch = useDispatch();
  return (
    <Button variant="default" size="xs" {...(autofocus ? { 'data-autofocus': true } : {})} onClick={() => dispatch(cancelVersionAct({}))}>
      {texts.close}
    </Button>
  );
}
