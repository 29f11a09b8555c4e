import type { Page } from '@playwright/test';

/**
 * Controls that nobody could use at the present size of the window, a line each: cut off by the edge of the window or of something that
 * does not scroll, or covered by something else. What a scrolling ancestor hides is scrolled to first.
 */
export async function unusableControls(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const faults: string[] = [];
    const controls = document.querySelectorAll<HTMLElement>(
      'button, a[href], input, select, textarea, [role="button"], [role="combobox"], [role="tab"], [role="option"]',
    );
    // a dialog, or in a narrow window the details, take the whole room until they are closed
    const modal = [...document.querySelectorAll<HTMLElement>('[role="dialog"][aria-modal="true"], [role="complementary"], aside')].findLast(
      (one) =>
        one.getAttribute('aria-modal') === 'true' ||
        one.getBoundingClientRect().width * one.getBoundingClientRect().height > innerWidth * innerHeight * 0.35,
    );
    for (const control of controls) {
      if (modal && !modal.contains(control)) continue;
      if (control.closest('[aria-hidden="true"], [inert]') || !control.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      // the lines and nodes of a drawing lie across each other
      if (control.closest('svg')) continue;
      if (control.tabIndex < 0 && control.getAttribute('role') !== 'option') continue;
      // a row of a virtual list, or a cell of a sheet, is reached by scrolling its list
      const fault = faultOf(control);
      if (fault !== undefined) faults.push(`${fault}: ${nameOf(control)}`);
    }
    return faults;

    function faultOf(control: HTMLElement): string | undefined {
      const mark = markOf(control);
      for (let at: HTMLElement | null = mark.parentElement; at; at = at.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(at);
        const [own, box] = [mark.getBoundingClientRect(), at.getBoundingClientRect()];
        if (/auto|scroll/.test(overflowY)) {
          if (own.bottom > box.bottom) at.scrollTop += own.bottom - box.bottom + 2;
          // the rows of a list have its header above them
          const head = at.querySelector('[role="row"]')?.getBoundingClientRect().height ?? 0;
          if (own.top < box.top + head) at.scrollTop -= box.top + head - own.top + 2;
        }
        if (/auto|scroll/.test(overflowX)) {
          if (own.right > box.right) at.scrollLeft += own.right - box.right + 2;
          if (own.left < box.left) at.scrollLeft -= box.left - own.left + 2;
        }
      }
      const own = mark.getBoundingClientRect();
      if (own.width < 2 || own.height < 2) return undefined;
      if (own.left < -1 || own.right > innerWidth + 1 || own.top < -1 || own.bottom > innerHeight + 1) return 'beyond the window';
      for (let at: HTMLElement | null = mark.parentElement; at && at !== document.body; at = at.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(at);
        const box = at.getBoundingClientRect();
        if (overflowX !== 'visible' && Math.min(own.right, box.right) - Math.max(own.left, box.left) < own.width * 0.6) return 'cut off';
        if (overflowY !== 'visible' && Math.min(own.bottom, box.bottom) - Math.max(own.top, box.top) < own.height * 0.6) return 'cut off';
      }
      const there = document.elementFromPoint(own.left + own.width / 2, own.top + own.height / 2);
      if (!there || mark.contains(there) || there.contains(mark)) return undefined;
      if (control.contains(there) || (control.id !== '' && there.closest(`label[for="${CSS.escape(control.id)}"]`))) return undefined;
      return `covered by ${nameOf(there)}`;
    }

    /** What is seen of a control: of a switch or checkbox its box is drawn by its parent. */
    function markOf(control: HTMLElement): HTMLElement {
      const own = control.getBoundingClientRect();
      return own.width < 2 || getComputedStyle(control).opacity === '0' ? (control.parentElement ?? control) : control;
    }

    function nameOf(element: Element): string {
      const text = element.getAttribute('aria-label') ?? (element.textContent.trim() || element.getAttribute('placeholder') || element.id);
      return `<${element.tagName.toLowerCase()}> ${text.slice(0, 50)} ${(element.getAttribute('class') ?? '').slice(0, 40)}`;
    }
  });
}
