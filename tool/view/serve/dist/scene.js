var a=self,r=import("./view-KCKUSB5F.js"),n;a.onmessage=e=>{r.then(({View:t})=>{if(!Array.isArray(e.data))n=new t(e.data,s=>a.postMessage(s));else{let[s,...o]=e.data;n[s](...o)}})};
