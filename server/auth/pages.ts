import { createHash } from 'node:crypto';
import { DEMO_ACCOUNTS, type DemoAccount } from './demoAccounts.ts';

/** A page of the built-in identity provider: HTML that needs nothing else, and the policy it is to be sent with. */
export interface Page {
  readonly html: string;
  readonly contentSecurityPolicy: string;
}

/** The page that asks who wants in: one button for each demo account. */
export function signInPage(action: string): Page {
  return page(
    'Sign in',
    `<h1>Sign in</h1>
    <p>This installation uses its built-in demo accounts. Choose one:</p>
    <form method="post" action="${escaped(action)}">
      <ul>${DEMO_ACCOUNTS.map(accountButton).join('')}</ul>
      <p class="foot"><button class="quiet" name="cancel" value="yes">Cancel</button></p>
    </form>
    <p class="foot">Demo accounts have no password. They exist for trying the product on one's own machine; connect an identity provider before others use it.</p>`,
  );
}

/** The page between the product's Log out and the sign-in page; it sends itself where scripts run. */
export function signOutPage(form: string, asked: boolean): Page {
  const button = '<button class="plain" type="submit" form="op.logoutForm" name="logout" value="yes">Log out</button>';
  return page(
    'Log out',
    `<h1>Log out</h1><p>You are about to leave the product on this browser.</p>${form}<p class="foot">${button}</p>`,
    // Somebody who came by a link, without the token of the product, is asked first.
    asked ? SEND_FORM : undefined,
  );
}

/** The page for somebody whose sign-in cannot continue. */
export function troublePage(message: string, home: string): Page {
  return notice('Sign-in did not work', message, home);
}

/** The page at the end of a log-out that did not begin in the product. */
export function signedOutPage(home: string): Page {
  return notice('You are logged out', 'Nobody is signed in on this browser any more.', home);
}

function notice(title: string, message: string, home: string): Page {
  const back = `<p class="foot"><a class="plain" href="${escaped(home)}">Back to the product</a></p>`;
  return page(title, `<h1>${escaped(title)}</h1><p>${escaped(message)}</p>${back}`);
}

const SEND_FORM = `const form = document.getElementById('op.logoutForm');
const yes = document.createElement('input');
yes.type = 'hidden'; yes.name = 'logout'; yes.value = 'yes';
form.append(yes); form.submit();`;

function accountButton(account: DemoAccount): string {
  const initials = account.name.replace(/^(\p{L})\S*.*\s(\p{Lu})\S*$/u, '$1$2');
  return `<li><button name="account" value="${account.key}" data-account="${account.key}">
    <span class="badge" aria-hidden="true">${escaped(initials)}</span>
    <span><strong>${escaped(account.name)}</strong> <small>${escaped(account.email)}</small><br><small>${escaped(account.can)}</small></span>
  </button></li>`;
}

function page(title: string, body: string, script?: string): Page {
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)} · DMP</title>
<style>${STYLE}</style>
</head>
<body><main>${MARK}${body}</main>${script === undefined ? '' : `<script>${script}</script>`}</body>
</html>`;
  // No form-action: browsers apply it to the redirect back to the product too, which may lie on another origin.
  const scripts = script === undefined ? '' : ` script-src '${hashOf(script)}';`;
  return { html, contentSecurityPolicy: `default-src 'none'; style-src '${hashOf(STYLE)}';${scripts} base-uri 'none'; frame-ancestors 'none'` };
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** The mark of the product, as in its header. */
const MARK = `<div class="mark"><svg width="24" height="24" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="7" fill="#087f5b"/>
<path d="M7 22h18M9 22V12a4 4 0 0 1 4-4h6a4 4 0 0 1 4 4v10M9 16h14" stroke="#fff" stroke-width="2.4" fill="none" stroke-linecap="round"/></svg>DMP</div>`;

/** The colours and sizes of the product: `src/ui/parts/theme.ts`. */
const STYLE = `
:root { --ground: #f6f8f8; --card: #fff; --text: #000; --faint: #52585e; --line: #dbe0e2; --accent: #087f5b; --hover: #f0f4f4; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #1b1e20; --card: #212528; --text: #c9c9c9; --faint: #a9b1b6; --line: #363c40; --accent: #38d9a9; --hover: #272c2f; }
}
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 16px; background: var(--ground); color: var(--text);
  font: 14px/1.45 "Noto Sans", system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
main { width: 100%; max-width: 26rem; background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: 24px; }
.mark { display: flex; align-items: center; gap: 8px; margin: 0 0 20px; font-weight: 600; letter-spacing: .03em; }
h1 { margin: 0 0 4px; font-size: 19px; font-weight: 600; }
p { margin: 0 0 16px; color: var(--faint); }
ul { list-style: none; margin: 0; padding: 0; display: grid; gap: 8px; }
li button { width: 100%; display: flex; gap: 14px; align-items: center; text-align: left; padding: 10px 12px; cursor: pointer;
  color: inherit; background: none; border: 1px solid var(--line); border-radius: 4px; font: inherit; }
li button:hover { background: var(--hover); border-color: var(--accent); }
button:focus-visible, a:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
small { color: var(--faint); }
.badge { flex: none; width: 32px; height: 32px; border-radius: 50%; display: grid; place-items: center; font-size: 13px; font-weight: 600;
  color: #fff; background: #087f5b; }
.foot { margin: 16px 0 0; font-size: 13px; }
.plain, .quiet { display: inline-block; padding: 8px 14px; border-radius: 4px; font: inherit; cursor: pointer; text-decoration: none;
  border: 1px solid var(--accent); background: none; color: var(--accent); }
.quiet { border-color: var(--line); color: var(--faint); }
`;
