/** Which hosts are this machine, and which a profile allows. */

/** True when a URL's host can only be this machine: localhost, 127.0.0.0/8 or ::1. */
export function isLoopback(url: string | URL): boolean {
  const host = new URL(url).hostname.toLowerCase();
  if (host === 'localhost' || host.endsWith('.localhost')) return true;
  if (/^127(\.\d{1,3}){3}$/.test(host)) return true;
  return host === '[::1]' || /^\[::ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4}\]$/.test(host);
}

/** True when `host` is named by one of the patterns: a name, an address, or `*.suffix`. Ports are of no account. */
export function isAllowed(host: string, patterns: readonly string[]): boolean {
  const wanted = bare(host);
  return patterns.some((pattern) => {
    const allowed = bare(pattern);
    return allowed.startsWith('*.') ? wanted.endsWith(allowed.slice(1)) : wanted === allowed;
  });
}

function bare(host: string): string {
  const lower = host.toLowerCase().replace(/\.$/, '');
  return lower.startsWith('[') ? lower.replace(/^\[|\](:\d+)?$/g, '') : lower.replace(/^([^:]+):\d+$/, '$1');
}
