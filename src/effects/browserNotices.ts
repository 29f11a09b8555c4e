/** Notices of the browser itself, for what ends while its page is not seen. */

/** Asks whether notices may be shown, where nobody has answered yet. Browsers ask only in answer to a click. */
export function askForNotices(): void {
  if (typeof Notification === 'undefined' || Notification.permission !== 'default') return;
  // a browser that refuses to ask (no secure context) shows no notices
  void Notification.requestPermission().catch(() => undefined);
}

/** Shows a notice where the page is hidden and the user has allowed it. A click on it brings the page back. `tag` names it: it is shown once. */
export function showNotice(tag: string, title: string, text: string): void {
  if (!document.hidden || typeof Notification === 'undefined' || Notification.permission !== 'granted') return;
  const notice = new Notification(title, { body: text, tag });
  notice.addEventListener('click', () => {
    window.focus();
    notice.close();
  });
}
