import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"19. A blocked worker is ended, not interrupted","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0024-ended-not-interrupted.md","filePath":"decisions/0024-ended-not-interrupted.md"}');
const _sfc_main = { name: "decisions/0024-ended-not-interrupted.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="_19-a-blocked-worker-is-ended-not-interrupted" tabindex="-1">19. A blocked worker is ended, not interrupted <a class="header-anchor" href="#_19-a-blocked-worker-is-ended-not-interrupted" aria-label="Permalink to &quot;19. A blocked worker is ended, not interrupted&quot;">​</a></h1><p>An agent in an endless loop blocks its worker, and with it the timers that would end the attempt. A thread beside the worker can reach its inspector.</p><p>Tried on Node 20: <code>Runtime.terminateExecution</code> does end the loop, and the worker goes on. But the callback that was ended never closes its async scope, and where an <code>AsyncLocalStorage</code> is in use, as it always is here, Node then aborts with &quot;async hook stack has become corrupted&quot;. So the inspector is only asked whose attempt it is, by a look at the async context of the paused frame, and the worker is killed. Vitest reports a worker that exited and goes on with other modules; what the worker had judged is in the journal.</p><p>The cases of that module which had not run are not run again within the same run: Vitest has no way to start a module again before its reporters are told that the run has ended. Resuming makes them, and fails the attempt that blocked.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("decisions/0024-ended-not-interrupted.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0024EndedNotInterrupted = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0024EndedNotInterrupted as default
};
