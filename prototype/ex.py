import numpy as np, sys, itertools, time
sys.path.insert(0,'/tmp')
import mix, auto
from mix import Model, P0, norm_log
from numpy import exp, log
ALL=auto.prepare()
OPEN=['danis','rriesebos','kolakowski','pisa6','pisa18','pisatag','openhps']
MODELS={}
def model(s,w,sv,P=P0,n=900):
    k=(s['name'],sv and id(w['survey']),n)
    if k not in MODELS: MODELS[k]=Model(s,w,sv,P,n)
    m=MODELS[k]; m.P=P; m.reset(); return m
def experts(s,w,sv,P=P0,n=900):
    m=model(s,w,sv,P,n); Z=w['Z']; N=len(Z); G=len(m.X); out={}
    for k in range(N):
        H=np.where(~np.isnan(Z[k]))[0]
        if len(H)==0: continue
        _,Ds=m.densities(Z[k],H,w['C'][k],None)
        for q,v in Ds.items():
            if q not in out: out[q]=np.full((N,G),-log(G),np.float32)
            out[q][k]=v
    if not out: out={}
    return m,out
def filt(m,LL,T=None,M=None,smooth=True):
    """LL: (B,N,G) log likelihoods; returns fixes (B,N,2), smoothed, forward marginals"""
    B,N,G=LL.shape; T=T or [t.astype(np.float32) for t in m.T]; M=m.M if M is None else M; K=len(T)
    a=np.broadcast_to((m.prior[:,None]/G)[None],(B,K,G)).astype(np.float32).copy(); F=np.empty((N,B,K,G),np.float32); X=m.X.astype(np.float32)
    E=np.exp(LL-LL.max(2,keepdims=True)).astype(np.float32)+1e-12
    for k in range(N):
        b=np.einsum('mj,bmg->bjg',M.astype(np.float32),a)
        p=np.stack([b[:,j]@T[j] for j in range(K)],1)
        a=p*E[:,k][:,None]; a/=a.sum((1,2),keepdims=True); F[k]=a
    fx=np.einsum('nbkg,gx->bnx',F,X)
    if not smooth: return fx,None,F
    bb=np.ones((B,K,G),np.float32); S=np.empty((N,B,G),np.float32); S[-1]=F[-1].sum(1)
    for k in range(N-2,-1,-1):
        c=bb*E[:,k+1][:,None]; t=np.stack([c[:,j]@T[j].T for j in range(K)],1); bb=np.einsum('mj,bjg->bmg',M.astype(np.float32),t); bb/=bb.sum((1,2),keepdims=True)
        q=(F[k]*bb).sum(1); S[k]=q/q.sum(1,keepdims=True)
    return fx,np.einsum('nbg,gx->bnx',S,X),(F,S)
CACHE={}
def cached(sv,P=P0,names=OPEN,tag=''):
    out=[]
    for s in ALL:
        if s['name'] not in names: continue
        for i,w in enumerate(s['walks']):
            if sv and w['survey'] is None: continue
            k=(s['name'],i,sv,tag)
            if k not in CACHE: CACHE[k]=experts(s,w,sv,P)
            out.append((s['name'],i,w)+CACHE[k])
    return out
def evaluate(pools,sv,P=P0,names=OPEN,tag='',smooth=True,motion=None):
    """pools: list of functions D->(N,G) loglik. Returns per pool dict site->(mean, smoothed mean)"""
    R=[{} for _ in pools]; RS=[{} for _ in pools]
    for name,i,w,m,D in cached(sv,P,names,tag):
        if not D: continue
        LL=np.stack([p(D) for p in pools]); T,M=(motion(m) if motion else (None,None)); fx,sm,_=filt(m,LL,T,M,smooth)
        for b in range(len(pools)):
            R[b].setdefault(name,[]).append(np.hypot(*(fx[b][w['ki']]-w['tr']).T).mean())
            if smooth: RS[b].setdefault(name,[]).append(np.hypot(*(sm[b][w['ki']]-w['tr']).T).mean())
    return [{k:np.mean(v) for k,v in r.items()} for r in R],[{k:np.mean(v) for k,v in r.items()} for r in RS]
def gm(r,ref=None): 
    v=dict(r); 
    p=[v.pop(k) for k in ('pisa6','pisa18','pisatag') if k in v]
    x=[log(a) for a in v.values()]
    if p: x.append(np.mean(np.log(p)))
    return exp(np.mean(x))
def show(lbl,r,rs=None): print(f"{lbl:28s} gm {gm(r):.3f}"+(f"/{gm(rs):.3f} " if rs else ' ')+' '.join(f"{k} {v:.2f}"+(f"/{rs[k]:.2f}" if rs else '') for k,v in r.items()),flush=True)
def pool(weights,total=1.0):
    return lambda D: sum(np.float32(a*total)*norm(D[k]) for k,a in weights.items() if k in D)
def norm(x): return x
