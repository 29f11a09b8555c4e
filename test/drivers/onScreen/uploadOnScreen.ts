import type { Locator, Route } from '@playwright/test';
import { uploadSource } from '../../../src/contract/upload.ts';
import { DEFAULT_VERSION_NAME } from '../../../src/domain/uploads.ts';
import type { UploadContext, UploadEvent } from '../../../src/machines/uploadMachine.ts';
import { aFeedFile, dropFiles } from '../feedFiles.ts';
import { expect, visit } from '../browser.ts';
import type { Surroundings, WorkflowOnScreen } from './workflowOnScreen.ts';

type State = 'closed' | 'form' | 'uploading' | 'cancelling' | 'failed' | 'successful';

const FILE = 'summer.json';

/** Uploading a version, as somebody with mouse and keyboard does it. */
export function uploadOnScreen({ page, held, base }: Surroundings): WorkflowOnScreen<UploadEvent, State> {
  const dialog = page.getByRole('dialog', { name: 'Upload version' });
  const strip = page.getByRole('contentinfo', { name: 'Status' });
  const chip = strip.getByRole('button', { name: /^Upload(ing| failed| successful)/ });
  const database = dialog.getByRole('combobox', { name: 'Database' });
  const name = dialog.getByRole('textbox', { name: 'Version name' });
  const area = dialog.getByRole('button', { name: /^File/ });
  const button = (of: string): Locator => dialog.getByRole('button', { name: of, exact: true });
  const versionId = Number(base.split('/').at(-1));

  /** Questions of the page about what became of its upload, kept from the server. */
  const questions: Route[] = [];
  /** The new version. */
  let result = versionId;
  let turn = 0;
  /** Each act that can be done in two ways is done in both, in turn. */
  const inTurn = (one: () => Promise<void>, other: () => Promise<void>): Promise<void> => {
    turn += 1;
    return turn % 2 === 1 ? one() : other();
  };
  const isShown = async (): Promise<boolean> => (await dialog.count()) > 0;
  const answerQuestion = async (Status: 'done' | 'failed' | 'unknown', Messages: readonly string[] = []): Promise<void> => {
    await expect.poll(() => questions.length, { message: 'the page asks what became of the upload' }).toBe(1);
    if (held.waiting > 0) await held.forget();
    if (Status === 'done') result = versionId;
    await questions.pop()?.fulfill({ json: { Status, DbVersionId: Status === 'done' ? versionId : null, Messages } });
  };
  const settled = (): Promise<void> => expect(strip.getByText('All saved')).toBeVisible();
  const goHome = async (): Promise<void> => {
    await page.getByRole('link', { name: 'DMP, to the databases' }).click();
    await expect(page.getByRole('heading', { name: /^Databases/ })).toBeVisible();
  };
  const expectHidden = async (text: RegExp | string): Promise<void> => {
    await expect(dialog).toHaveCount(0);
    await expect(chip).toContainText(text);
  };

  return {
    async begin() {
      await page.route('**/storage/ui/uploads/**', (route) => void questions.push(route));
      await page.goto(base);
      await expect(strip).toBeVisible();
    },
    events: {
      async OPEN(event, state) {
        if (await isShown()) return page.keyboard.press('Alt+u');
        if (state !== 'closed')
          return inTurn(
            () => chip.click(),
            () => page.keyboard.press('Alt+u'),
          );
        await goHome();
        if (event.databaseId !== null) await page.getByRole('link', { name: /Velmar City/ }).click();
        const open = page.getByRole('button', { name: 'Upload version' });
        await expect(open).toBeVisible();
        if (event.databaseId !== null) await expect(page.getByRole('heading', { name: /^Versions of/ })).toBeVisible();
        return inTurn(
          () => open.click(),
          () => page.keyboard.press('Alt+u'),
        );
      },
      async CHOOSE_DATABASE(_event, state) {
        if (state !== 'form') return expect(database).toHaveCount(0);
        await database.click();
        await database.fill('velmar');
        await dialog.getByRole('option', { name: 'Velmar City' }).click();
      },
      async NAME(event, state) {
        if (state !== 'form') return expect(name).toHaveCount(0);
        await name.fill(event.versionName);
        await name.blur();
      },
      async DROP(event, state) {
        if (state !== 'form') return expect(area).toHaveCount(0);
        const [file] = event.files;
        if (!file) throw new Error('Nothing is dropped');
        const real = { ...aFeedFile(), name: file.name };
        // Nothing can be chosen before there is a database; a file can still be let go of there.
        if ((await area.getAttribute('aria-disabled')) === 'true') return dropFiles(area, [real]);
        const choose = async (): Promise<void> => {
          const chooser = page.waitForEvent('filechooser');
          await area.press('Enter');
          await (await chooser).setFiles(real);
        };
        return inTurn(() => dropFiles(area, [real]), choose);
      },
      async SUBMIT(_event, state) {
        if (state !== 'form') return expect(button('Upload')).toHaveCount(0);
        return inTurn(
          () => button('Upload').click({ force: true }),
          () => name.press('Enter'),
        );
      },
      async HIDE(_event, state) {
        if (state !== 'uploading' || !(await isShown())) {
          await (state === 'cancelling' ? expect(button('Hide')).toBeDisabled() : expect(button('Hide')).toHaveCount(0));
          return;
        }
        return inTurn(
          () => button('Hide').click(),
          () => page.keyboard.press('Escape'),
        );
      },
      async CANCEL(_event, state) {
        if (state === 'cancelling') return expect(button('Cancel')).toBeDisabled();
        if (state !== 'uploading' || !(await isShown())) return expect(button('Cancel')).toHaveCount(0);
        // After a reload the page asks already; that question is broken off with the upload.
        questions.length = 0;
        return button('Cancel').click();
      },
      async CANCELLED(_event, state) {
        if (state === 'cancelling') await answerQuestion('unknown');
        else if (state !== 'uploading') await settled();
      },
      async UPLOADED(_event, state) {
        if (state === 'cancelling' || questions.length > 0) return answerQuestion('done');
        if (held.waiting === 0) return settled();
        const answered = page.waitForResponse((response) => response.url().includes('/source/'));
        await held.release();
        result = uploadSource.reply.parse(await (await answered).json()).DbVersionId;
        await settled();
      },
      async FAILED(event, state) {
        if (state === 'cancelling') return undefined;
        if (questions.length > 0) return answerQuestion('failed', event.messages);
        if (held.waiting === 0) return settled();
        return held.fail(400, event.messages[0] ?? '');
      },
      async TRY_AGAIN(_event, state) {
        if (state !== 'failed' || !(await isShown())) return expect(button('Try again')).toHaveCount(0);
        return button('Try again').click();
      },
      async CLOSE(_event, state) {
        if (state === 'closed' || state === 'uploading' || state === 'cancelling' || !(await isShown()))
          return expect(button('Close')).toHaveCount(0);
        return inTurn(
          () => button('Close').last().click(),
          () => page.keyboard.press('Escape'),
        );
      },
      async VISITED(_event, state) {
        const link = dialog.getByRole('link');
        if (state === 'successful' && (await isShown())) return link.click();
        const to = state === 'successful' ? `/data/db/velmar/v/${result}` : base;
        await visit(page, to);
      },
      async RELOADED(_event, state) {
        const asks = state === 'uploading' || state === 'cancelling';
        questions.length = 0;
        await page.reload();
        await expect(strip).toBeVisible();
        if (asks) await expect.poll(() => questions.length).toBe(1);
      },
    },
    states: {
      async closed() {
        await expect(dialog).toHaveCount(0);
        await expect(chip).toHaveCount(0);
      },
      async form(context) {
        const { databaseId, versionName, file, fileLost, rejection } = context as UploadContext;
        await expect(database).toHaveValue(databaseId === null ? '' : 'Velmar City');
        await expect(name).toHaveValue(versionName);
        await expect(area).toContainText(
          databaseId === null ? 'Select database first' : (file?.name ?? 'Drop a GTFS .zip or a feed file (.json, .gz) here'),
        );
        if (fileLost) await expect(area).toContainText('choose the file again');
        if (rejection !== null) await expect(dialog.getByRole('alert')).toHaveText(rejection);
        else await expect(dialog.getByRole('alert')).toHaveCount(0);
        if (rejection !== null) await expect(area).toHaveAttribute('data-invalid', 'true');
        else await expect(area).not.toHaveAttribute('data-invalid');
        const complete = databaseId !== null && file !== null && !fileLost && versionName.trim() !== '';
        if (complete) await expect(button('Upload')).not.toHaveAttribute('aria-disabled');
        else await expect(button('Upload')).toHaveAttribute('aria-disabled', 'true');
      },
      async uploading(context) {
        if (!(context as UploadContext).shown) return expectHidden(`Uploading ${FILE}...`);
        await expect(dialog.getByRole('heading', { name: `Uploading ${FILE}...` })).toBeVisible();
        await expect(button('Cancel')).toBeEnabled();
        await expect(chip).toHaveCount(0);
      },
      async cancelling() {
        await expect(dialog.getByRole('heading', { name: `Uploading ${FILE}...` })).toBeVisible();
        await expect(button('Cancel')).toBeDisabled();
      },
      async failed(context) {
        if (!(context as UploadContext).shown) return expectHidden('Upload failed');
        await expect(dialog.getByRole('heading', { name: 'Upload failed' })).toBeVisible();
        for (const message of context.messages ?? []) await expect(dialog.getByText(message)).toBeVisible();
        await expect(page.getByTestId('errors')).toHaveCount(0);
      },
      async successful(context) {
        const { shown, versionName } = context as UploadContext;
        if (!shown) return expectHidden('Upload successful');
        await expect(dialog.getByRole('heading', { name: 'Upload successful' })).toBeVisible();
        await expect(dialog.getByRole('link', { name: versionName.trim() || DEFAULT_VERSION_NAME })).toBeVisible();
      },
    },
    sent: (asked) => asked,
    async end() {
      if (questions.length > 0) await answerQuestion('unknown');
      if (held.waiting > 0) await held.release();
      await settled();
    },
  };
}
