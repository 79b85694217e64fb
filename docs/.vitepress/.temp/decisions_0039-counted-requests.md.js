import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"A call of the model is one request","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0039-counted-requests.md","filePath":"decisions/0039-counted-requests.md"}');
const _sfc_main = { name: "decisions/0039-counted-requests.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="a-call-of-the-model-is-one-request" tabindex="-1">A call of the model is one request <a class="header-anchor" href="#a-call-of-the-model-is-one-request" aria-label="Permalink to &quot;A call of the model is one request&quot;">​</a></h1><p>Clients of chat models ask again by themselves: with a budget of one call and one malformed answer a server saw seven requests, and the run reported one with no tokens. A budget that does not bind is worse than none.</p><ul><li><strong>Retries of the client are switched off on the model that is given</strong>, also on the models that it holds for its work, since there is no option that all providers know. The model is changed by that; nothing else would reach a client that was already made.</li><li><strong>We ask again ourselves</strong>, where that may help, and each time is a call that counts and that the budget can refuse.</li><li><strong>Tokens are counted by callbacks</strong>, for an answer that the client cannot parse is paid for and never returned.</li><li>Schemas go out without <code>strict</code>: providers that know it refuse schemas with optional properties, which ours have.</li></ul></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("decisions/0039-counted-requests.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0039CountedRequests = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0039CountedRequests as default
};
